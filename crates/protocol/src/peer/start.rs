//! Starting an engine, whichever protocol it speaks.

use super::cecp::CecpPlayer;
use super::error::PeerError;
use super::launch::{Launch, Protocol};
use super::player::Player;
use super::uci::UciPlayer;

/// Starts an engine and waits until it has named itself and its options.
pub fn start(launch: &Launch) -> Result<Box<dyn Player>, PeerError> {
    Ok(match launch.protocol {
        Protocol::Uci => Box::new(UciPlayer::start(launch)?),
        Protocol::Cecp => Box::new(CecpPlayer::start(launch)?),
    })
}
