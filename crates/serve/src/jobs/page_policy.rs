//! What a report page may do in a browser: run its own script, by its digest, and nothing else.

use std::fs;
use std::path::Path;

use data_encoding::BASE64;
use sha2::{Digest, Sha256};

/// The digest of a page's script as a Content-Security-Policy has it: that of the last script
/// of the page, which is the only one that runs. None where there is no such page.
pub(super) fn page_script(page: &Path) -> Option<String> {
    let text = fs::read_to_string(page).ok()?;
    let (_, rest) = text.rsplit_once("<script>")?;
    let (script, _) = rest.split_once("</script>")?;
    Some(BASE64.encode(&Sha256::digest(script.as_bytes())))
}

/// The policy of a page with such a script: it reaches no network, no page frames it and, as it is
/// sandboxed, it cannot ask the service that it came from either.
pub(super) fn page_policy(script: &str) -> String {
    format!(
        "default-src 'none'; script-src 'sha256-{script}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts"
    )
}
