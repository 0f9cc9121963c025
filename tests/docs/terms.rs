//! docs/evaluation.md gives the same meaning of each term as the program.

use jacquerie::config::Config;

const PAGE: &str = include_str!("../../docs/evaluation.md");

#[test]
fn the_meanings_of_terms_are_those_of_the_program() {
    let config = Config::built_in();
    for (name, variant) in &config.variants {
        let start = variant.start(&config.options.choices).expect(name);
        let evaluation = start.evaluation();
        assert!(!evaluation.terms.is_empty(), "{name}");
        let names: Vec<&str> = evaluation.terms.iter().map(|term| term.name).collect();
        let explained: Vec<&str> = evaluation.meanings.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, explained, "{name}");
        // Consecutive terms with the same meaning share a row.
        for group in evaluation.meanings.chunk_by(|one, other| one.1 == other.1) {
            let names: Vec<String> = group.iter().map(|(name, _)| format!("`{name}`")).collect();
            let row = format!("\n| {} | {} |", names.join(", "), group[0].1);
            assert!(
                PAGE.contains(&row),
                "docs/evaluation.md has no row for {name}:{row}"
            );
        }
    }
}
