//! Each term of an evaluation says what it means, and docs/evaluation.md says the same.

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
        // Terms that follow each other and mean the same have one row.
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
