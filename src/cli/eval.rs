//! `plumb eval`: the static evaluation, term by term, and what makes two
//! positions differ.

use plumb::board::{Game, Position};
use plumb::eval::{AccountDiff, Detail, Explanation, term_list};
use plumb::notation::{FenStyle, to_fen};
use plumb::request::{EvalDiffRequest, Fen, NullMoves, PositionRequest};
use plumb::tables::Models;

use plumb_terminal::{Ending, Failure, say};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    position: PositionRequest,

    /// Show every term that counts, with what it means, and every stage
    #[arg(long)]
    terms: bool,

    /// Show how often each weight counts and on which squares, too
    #[arg(long)]
    squares: bool,

    /// Print everything as JSON (docs/evaluation.md describes the fields)
    #[arg(long)]
    json: bool,

    /// Show what changes between two positions, each in quotation marks
    #[arg(long, num_args = 2, value_names = ["FEN1", "FEN2"], conflicts_with_all = ["fen", "moves", "terms", "squares"])]
    diff: Option<Vec<Fen>>,

    /// List all terms with what they mean, in Markdown
    #[arg(long, conflicts_with_all = ["fen", "moves", "terms", "squares", "json", "diff"])]
    list_terms: bool,
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    if arguments.list_terms {
        say(term_list().trim_end());
        return Ok(Ending::Done);
    }
    let start = Game::new(Position::start());
    if let Some([before, after]) = arguments.diff.as_deref() {
        let request = EvalDiffRequest::between(before.clone(), after.clone());
        let (before, after) = request.positions(&start)?;
        let (before, after) = (explain(&before, models)?, explain(&after, models)?);
        let diff = AccountDiff::between(&before, &after);
        if arguments.json {
            say(diff.to_json()?);
        } else {
            say(diff);
        }
        return Ok(Ending::Done);
    }
    let game = arguments.position.point(&start, NullMoves::Kept)?.game;
    let explanation = explain(game.position(), models)?;
    if arguments.json {
        say(explanation.to_json()?);
    } else {
        let detail = match (arguments.terms, arguments.squares) {
            (_, true) => Detail::Squares,
            (true, false) => Detail::Terms,
            (false, false) => Detail::Groups,
        };
        say(explanation.table(detail));
    }
    Ok(Ending::Done)
}

fn explain(position: &Position, models: &Models) -> Result<Explanation, Failure> {
    let fen = to_fen(position, FenStyle::XFen);
    Ok(Explanation::new(
        fen,
        position,
        &*models.get()?,
        &*models.get()?,
    ))
}
