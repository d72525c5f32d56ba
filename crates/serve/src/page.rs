//! The board page: one HTML file with a style, a script and an icon beside it, all of them in
//! the program. It asks the same questions as any other client.

use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::problem::Problem;
use plumb_coach::web::{self, Part, ServedPage};
use plumb_support::wording::text;

/// The page's parts in the order in which they run.
const PARTS: [Part; 13] = [
    web::BASE,
    web::WORDS,
    web::PLOTS,
    web::BOARD,
    web::LINES,
    web::REASONS,
    web::GAME,
    web::FEATURE_BARS,
    Part::script(include_str!("page/requests.js")),
    Part::script(include_str!("page/answers.js")),
    Part::styled(include_str!("page/jobs.js"), include_str!("page/jobs.css")),
    Part::styled(include_str!("page/play.js"), include_str!("page/play.css")),
    web::ROUTER,
];
const ICON: &str = include_str!("page/icon.svg");

static BOARD_PAGE: LazyLock<Result<ServedPage, String>> = LazyLock::new(|| {
    web::served_page("Plumb", text!(serve.banner), &PARTS).map_err(|error| error.to_string())
});

pub(super) fn html() -> Result<Response, Problem> {
    part(|page| &page.html, "text/html; charset=utf-8")
}

pub(super) fn style() -> Result<Response, Problem> {
    part(|page| &page.style, "text/css; charset=utf-8")
}

pub(super) fn script() -> Result<Response, Problem> {
    part(|page| &page.script, "text/javascript; charset=utf-8")
}

pub(super) fn icon() -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], ICON).into_response()
}

fn part(
    pick: fn(&'static ServedPage) -> &'static String,
    content_type: &'static str,
) -> Result<Response, Problem> {
    let page = BOARD_PAGE.as_ref();
    let page = page.map_err(|error| Problem::internal(error.clone()))?;
    Ok(([(header::CONTENT_TYPE, content_type)], pick(page).as_str()).into_response())
}
