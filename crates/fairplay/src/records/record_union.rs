//! Records of several runs in one: those of one key are one record.

use data_encoding::HEXLOWER;
use rusqlite::{OptionalExtension, params};

use super::checksum::{opened, sealed};
use super::record_key::RecordKey;
use super::store::{Store, first_bytes};
use super::store_error::StoreError;
use super::stored_record::StoredRecord;

impl Store {
    /// Every record of the run as it is stored; a damaged one counts as missing.
    pub fn for_each_record<E: From<StoreError>>(
        &self,
        mut visit: impl FnMut(StoredRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        let failed = |error| self.database(error);
        let mut statement = self
            .connection
            .prepare("SELECT key, record FROM records ORDER BY key")
            .map_err(failed)?;
        let mut rows = statement.query([]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            let key: Option<[u8; 16]> = row.get(0).ok();
            let bytes: Option<Vec<u8>> = row.get(1).ok();
            if let (Some(key), Some(bytes)) = (key, bytes)
                && let Some(content) = opened(&key, &bytes)
            {
                let (key, bytes) = (RecordKey(key), content.to_vec());
                visit(StoredRecord { key, bytes })?;
            }
        }
        Ok(())
    }

    /// Takes records of another run, all or none: a record that is there already must be the
    /// same, or the same with or without its deep look, and then the one that has it stays.
    /// Gives the first key whose records differ otherwise.
    pub fn unite_records(
        &mut self,
        records: &[StoredRecord],
    ) -> Result<Option<RecordKey>, StoreError> {
        let path = self.path.clone();
        let failed = |error: rusqlite::Error| StoreError::of_database(&path, error);
        let transaction = self.connection.transaction().map_err(failed)?;
        for record in records {
            let key = record.key.0;
            let there: Option<Vec<u8>> = transaction
                .prepare_cached("SELECT record FROM records WHERE key = ?1")
                .and_then(|mut found| found.query_row([key], first_bytes).optional())
                .map_err(failed)?;
            let there = there.as_deref().and_then(|there| opened(&key, there));
            match there {
                // A deep look stands behind the rest of a record.
                Some(there) if there.starts_with(&record.bytes) => continue,
                Some(there) if !record.bytes.starts_with(there) => return Ok(Some(record.key)),
                _ => {}
            }
            transaction
                .prepare_cached("INSERT OR REPLACE INTO records VALUES (?1, ?2)")
                .and_then(|mut insert| insert.execute(params![key, sealed(&key, &record.bytes)]))
                .map_err(failed)?;
        }
        transaction.commit().map_err(failed)?;
        Ok(None)
    }
}

impl RecordKey {
    /// For messages: the first half of it in hexadecimal digits.
    pub fn short(self) -> String {
        HEXLOWER.encode(&self.0[..8])
    }
}
