//! The configuration that the weights are written into, with its comments.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Result, bail};
use toml_edit::{Array, DocumentMut, Item, Table, Value};

use crate::engine::weights::Named;

/// Reads it; an empty one if there is none.
pub fn read(path: &Path) -> Result<DocumentMut> {
    // A device may never end.
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => bail!("it is no file; expected a configuration"),
        _ => {}
    }
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        read => read?,
    };
    Ok(text.parse()?)
}

/// Puts weights in the place of the old ones in that table; comments and all else stay.
pub fn put(document: &mut DocumentMut, table: &str, weights: Named<'_>) -> Result<()> {
    let section = document.entry(table).or_insert(Item::Table(Table::new()));
    let Some(section) = section.as_table_like_mut() else {
        bail!("'{table}' is no table");
    };
    for (name, numbers) in weights {
        let mut value = match numbers {
            [number] => Value::from(i64::from(*number)),
            _ => numbers
                .iter()
                .map(|number| i64::from(*number))
                .collect::<Array>()
                .into(),
        };
        match section.get_mut(name) {
            Some(item) => {
                if let Some(old) = item.as_value() {
                    *value.decor_mut() = old.decor().clone();
                }
                *item = Item::Value(value);
            }
            None => drop(section.insert(name, Item::Value(value))),
        }
    }
    Ok(())
}
