//! The `plumb` binary.
use std::sync::Arc;
fn main() {
    let engine = plumb::engine::Engine::new(
        Arc::new(plumb::eval::Weights::embedded()),
        plumb::eval::WdlModel::embedded(),
    )
    .unwrap();
    plumb::protocol::run(engine, std::io::stdin(), std::io::stdout(), |_| ()).unwrap();
}
