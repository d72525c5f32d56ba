//! Going on with a file of labels.
//!
//! The file is its own record: labels are written in the order of the input, so
//! the input is walked along with it until its end is found. The unit in which
//! that lies is done again, for the engine remembers what it judges within one.

use crate::selfplay::{FileError, Sample, SampleFile};

use super::input::Unit;

/// Where to go on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResumePoint {
    /// The unit in which the file ends; none if the file is empty.
    pub unit: Option<Unit>,
    /// Labels that stay.
    pub labels: u64,
    /// Input lines behind them.
    pub lines: u64,
}

/// Finds the unit of the last label in the file, and cuts the file off before
/// it. `units` are those of the same input from its start; those that are done
/// are taken out.
pub fn resume(
    file: &mut SampleFile,
    units: &mut impl Iterator<Item = Unit>,
) -> Result<ResumePoint, FileError> {
    let mut unit: Option<Unit> = None;
    let mut index = 0;
    let (mut labels_before, mut lines_before) = (0, 0);
    let labels = file.keep(|number, line| {
        let label = Sample::parse(line).map_err(|error| error.to_string())?;
        loop {
            if let Some(unit) = &unit {
                let rest = unit.samples.get(index..).unwrap_or_default();
                let found = rest.iter().position(|s| s.is_about_the_same(&label));
                if let Some(place) = found {
                    index += place + 1;
                    return Ok(labels_before);
                }
                lines_before += unit.lines;
            }
            unit = units.next();
            (index, labels_before) = (0, number - 1);
            if unit.is_none() {
                return Err("the input has no such position after the one before".to_owned());
            }
        }
    })?;
    Ok(ResumePoint {
        unit,
        labels,
        lines: lines_before,
    })
}
