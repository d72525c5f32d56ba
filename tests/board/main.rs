//! The rules of chess and their notation: against published counts, an independent
//! library and twins written plainly.

#[path = "../common/mod.rs"]
mod common;
mod compare;
mod fen;
mod oracle;
mod perft;
mod rules;
mod see;
mod text_properties;
