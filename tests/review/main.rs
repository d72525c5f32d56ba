//! `plumb review`: signs, reasons and right moves of games, in every form, read back by a
//! library that shares no code with Plumb.

mod command;
mod faults;
mod forms;
mod resuming;
mod variations;
