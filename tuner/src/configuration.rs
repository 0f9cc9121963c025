//! The configuration file to write weights into; its comments and everything else in it stay the
//! same.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use toml_edit::{Array, DocumentMut, Item, Table, Value};

use jacquerie::cli::of_file;
use jacquerie::engine::weights::Named;
use jacquerie::files;

/// Where to write the weights, if anywhere.
#[derive(Debug)]
pub struct Configuration {
    file: Option<PathBuf>,
}

impl Configuration {
    /// Makes sure early that the file, if one is named, can be read and written. A file that does
    /// not exist is empty.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub fn open(path: Option<&Path>) -> Result<Self> {
        if let Some(path) = path {
            of_file(path, read(path))?;
            of_file(path, files::check(path))?;
        }
        Ok(Self {
            file: path.map(Path::to_path_buf),
        })
    }

    /// Replaces the weights in a table of the file as it is now: it may have changed meanwhile.
    ///
    /// # Errors
    /// If the table is something else, or the file cannot be written.
    pub fn write(self, table: &str, weights: Named<'_>) -> Result<()> {
        if let Some(path) = self.file {
            let mut document = of_file(&path, read(&path))?;
            of_file(&path, put(&mut document, table, weights))?;
            of_file(
                &path,
                files::replace(&path, document.to_string().as_bytes()),
            )?;
        }
        Ok(())
    }
}

fn read(path: &Path) -> Result<DocumentMut> {
    // A device may never end.
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => bail!("not a file; expected a configuration"),
        _ => {}
    }
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        read => read?,
    };
    Ok(text.parse()?)
}

fn put(document: &mut DocumentMut, table: &str, weights: Named<'_>) -> Result<()> {
    let section = document.entry(table).or_insert(Item::Table(Table::new()));
    let Some(section) = section.as_table_like_mut() else {
        bail!("'{table}' is not a table");
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
