//! Solving from outside: values against plain minimax and known ones, certificates, proofs in
//! parts, damaged checkpoints and repertoires, runs that are stopped or killed and resumed.

#[path = "../oracle/mod.rs"]
mod oracle;
#[path = "../program/mod.rs"]
mod program;

mod certificates;
mod forecasts;
mod layout;
mod lemmas;
mod limits;
mod parts;
mod places;
mod repertoires;
mod stopping;
mod support;
mod values;
