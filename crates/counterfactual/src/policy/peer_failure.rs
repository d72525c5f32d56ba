//! What went wrong with another program, as a policy tells it.

use super::question::PolicyError;
use plumb_protocol::peer::PeerError;

impl From<PeerError> for PolicyError {
    fn from(error: PeerError) -> PolicyError {
        match error {
            PeerError::Interrupted { .. } => PolicyError::Stopped,
            error => PolicyError::Failed(error.to_string()),
        }
    }
}
