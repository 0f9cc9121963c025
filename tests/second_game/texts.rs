//! Accepted and refused input: lines of UCI, and tables of `engine.toml`. A row gives the input,
//! with `;` between lines, and the output.

use jacquerie::config::Config;
use jacquerie::games;

use crate::{VARIANTS, registry, session};

const SESSIONS: &str = "
uci => option name Head Start type spin default 0 min 0 max 9
uci => var corridor var
d => 10 | . k
position fen 1k/P1/2/2/2/2/2/2/2/1R w - - 7 31 moves a9a10r; fen => Rk/2/2/2/2/2/2/2/2/1R b - - 0 31
position fen 1k/P1/2/2/2/2/2/2/2/1R w moves axb10=K Rb2 => 'Rb2' is illegal in 1K/2/2/2/2/2/2/2/2/1R b - - 0 1; the game is over
position fen 1k/P1/2/2/2/2/2/2/2/1R w moves b1b2 Kb9; fen => 2/Pk/2/2/2/2/2/2/1R/2 w - - 2 2
position fen 1k/P1/2/2/2/2/2/2/2/1R w moves a9a10 => move 1 of the list: 'a9a10' is illegal in 1k/P1/
position fen 1k/P1/2/2/2/2/2/2/2/1R w moves Qa3 => 'Qa3' is not a move; expected one such as 'a2a3', 'a9a10r', 'Kb2' or 'axb10=R'
position fen 3/3/3/3/3/3/3/3/K2/k2 w => rank 10: found '3', expected a number of empty squares from 1 to 2
position fen P1/2/2/2/2/2/2/2/2/k1 w => illegal position: a pawn on a10, its last rank
position fen K1/2/2/2/2/2/2/2/2/2 w => illegal position: the side that moved has no piece
position fen KK/KK/K1/2/2/2/2/2/2/k1 w => illegal position: White has 5 pieces, expected at most 4
position fen K w; go depth 1 => no position: a valid 'position' is needed first
position fen 2/2/2/2/2/2/2/2/1k/K1 w; go depth 4 => score mate 1
position fen 2/2/2/2/2/2/2/2/1k/K1 w; go depth 4 => bestmove a1b2
position fen 1k/2/2/2/2/2/2/2/2/2 w; go depth 4 => score mate 0
position fen 1k/2/2/2/2/2/2/2/2/2 w; go depth 4 => bestmove (none)
position fen 1k/2/2/2/2/2/2/2/2/K1 w - - 19 1; go depth 4 => score cp 0
position fen 1k/P1/2/2/2/2/2/2/2/K1 w; go depth 4 searchmoves a9a10k => bestmove a9a10k
position fen R1/2/2/2/2/2/2/2/1p/K1 w; eval => pieces
setoption name Head Start value 3; fen => 1k/1p/2/2/2/P1/2/2/2/K1 w - - 0 1
setoption name Head Start value 9 => info string option Head Start: no pawn can begin 9 ranks further on
setoption name UCI_Variant value corridor => template fairy startpos rk/p1/2/2/2/2/2/2/1P/KR w - - 0 1
setoption name UCI_Variant value peasants; go depth 2; setoption name UCI_Variant value strict; fen => 1k/1p/2/2/2/2/2/2/P1/K1 w";

const TABLES: &str = "
[variants.x]; game = 'corridor' => line 1, key 'variants.x': missing field `start`
[variants.x]; game = 'corridor'; start = 'z w'; no_move = 'draw' => line 3, key 'variants.x.start': field 1 (placement)
[variants.x]; game = 'corridor'; start = ''; no_move = 'win' => line 4, key 'variants.x.no_move': unknown variant `win`
[variants.x]; game = 'corridor'; start = ''; stalemate = 'draw' => line 4, key 'variants.x.stalemate': unknown field
[variants.x]; game = 'go' => found 'go', expected one of pawns, 
[corridor]; pieces = [1] => line 2, key 'corridor.pieces': invalid length 1
[corridor]; wroth = 1 => line 2, key 'corridor.wroth': unknown field
[options]; head_start = 10 => line 2, key 'options.head_start': found 10, expected 0 to 9
[options]; variant = 'strict'; head_start = 8 => line 3, key 'options.head_start': no pawn can begin 8 ranks further on";

fn rows(text: &'static str) -> impl Iterator<Item = (String, &'static str)> {
    let rows = text.trim().lines().map(|row| row.split_once(" => "));
    rows.map(|row| row.expect("a row"))
        .map(|(put_in, told)| (put_in.replace("; ", "\n") + "\n", told))
}

#[test]
fn sessions_answer_as_they_should() {
    for (lines, expected) in rows(SESSIONS) {
        let told = session("strict", &lines);
        assert!(told.contains(expected), "{lines}: {told}");
    }
}

#[test]
fn errors_in_its_tables_have_line_and_key() {
    for (table, expected) in rows(TABLES) {
        let told = Config::parse(&(table.clone() + VARIANTS), &registry());
        let told = told.expect_err(&table).to_string();
        assert!(told.contains(expected), "{table}: {told}");
    }
    // Without the game in the list, its tables and options are unknown.
    for table in ["[corridor]\nadvance = 1\n", "[options]\nhead_start = 1\n"] {
        let told = Config::parse(table, &games::registry()).expect_err(table);
        assert!(told.to_string().contains("unknown field"), "{told}");
    }
}

#[test]
fn weights_come_from_its_table() {
    for (more, pieces) in [("", "300"), ("[corridor]\npieces = [1, 2, 456]\n", "456")] {
        let text = format!("{VARIANTS}{more}");
        let config = Config::parse(&text, &registry()).expect("it is right");
        let state = config.variants["strict"].read_fen("k1/2/2/2/2/2/2/2/2/R1 w");
        let told = state.expect("it is right").evaluation().table;
        assert!(told.contains(pieces), "{told}");
    }
}

/// A client sends the whole game each time, even one that has long ended by the rules.
#[test]
fn a_game_may_have_thousands_of_moves() {
    let moves = "a1a2 b10b9 a2a1 b9b10 ".repeat(750);
    let fen = "1k/2/2/2/2/2/2/2/2/K1 w - - 0 1";
    let lines = format!("position fen {fen} moves {moves}\nfen\ngo nodes 2000\n");
    let told = session("corridor", &lines);
    for text in ["K1 w - - 3000 1501\n", " score cp 0 "] {
        assert!(told.contains(text), "{text}: {told}");
    }
    assert!(!told.contains("exact"), "{told}");
}
