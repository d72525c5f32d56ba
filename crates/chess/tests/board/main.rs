//! The rules of chess and their notation: against published counts, an independent
//! library and twins written plainly.

mod compare;
mod fen;
mod oracle;
mod perft;
mod rules;
mod see;
mod text_properties;
