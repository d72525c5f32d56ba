//! Draws a whole sample on several threads. The same plan draws the same lines whatever the
//! number of threads: every line, chain or run has a random stream of its own.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::besag_clifford::{end, hub};
use super::draw::{Chain, Draw};
use super::independent::{MOST_STARTS, independent_draw};
use super::line::Line;
use super::method::{Method, SamplingPlan};
use super::smc::{SmcPlan, SmcRun};
use super::tree::{LineTree, TreeError};
use plumb_support::random::Random;
use plumb_support::spread::{Next, spread};

/// A sample.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// The draws: by chain, by run, or in parts where they are independent.
    pub chains: Vec<Chain>,
    /// The runs of particles, where there were any.
    pub smc: Vec<SmcRun>,
    /// It was stopped, and these are those drawn so far.
    pub is_partial: bool,
}

impl Sample {
    /// One that was stopped before anything was drawn.
    fn stopped() -> Sample {
        Sample {
            is_partial: true,
            ..Sample::default()
        }
    }

    /// All draws.
    pub fn draws(&self) -> impl Iterator<Item = &Draw> {
        self.chains.iter().flat_map(|chain| &chain.draws)
    }
}

/// The stream of the run of particles that chooses the ladder for all others: a ladder that a run
/// chooses for itself would bias its constant.
const PILOT_STREAM: u64 = u64::MAX - 2;

/// A piece of work: a line, a chain or a run, by number.
struct Task(usize);

/// What came of it.
enum Done {
    /// A step further.
    Step,
    Draw(usize, Result<(Draw, u64), TreeError>),
    Chain(usize, Result<Chain, TreeError>),
    Run(usize, Result<SmcRun, TreeError>),
}

/// Draws a sample of lines of the trees that `make` gives to each thread. `observed` is the line
/// that Besag and Clifford's test begins with. `advance` hears how many steps of how many are
/// done.
pub fn draw_sample<T: LineTree>(
    make: &(dyn Fn() -> Result<T, TreeError> + Sync),
    plan: &SamplingPlan,
    observed: &[u16],
    stop: &AtomicBool,
    advance: &mut dyn FnMut(u64, u64),
) -> Result<Sample, TreeError> {
    let hub = match plan.method {
        Method::BesagClifford(kernel) => {
            let mut tree = make()?;
            let line = Line::of_choices(&mut tree, observed)?.ok_or(TreeError::AllDead(1))?;
            Some(hub(
                &mut tree,
                line,
                &plan.chain_plan(kernel, 0),
                plan.seed,
            )?)
        }
        _ => None,
    };
    let ladder = match plan.method {
        Method::Smc(fresh) => {
            let mut random = Random::stream(plan.seed, PILOT_STREAM);
            match smc_plan(plan, fresh, 0, None).run(&mut make()?, &mut random) {
                Ok(pilot) => Some(pilot.ladder),
                Err(TreeError::Stopped) => return Ok(Sample::stopped()),
                Err(error) => return Err(error),
            }
        }
        _ => None,
    };
    let tasks = match plan.method {
        Method::Independent | Method::BesagClifford(_) => plan.samples,
        Method::Chains(_) | Method::Smc(_) => plan.chains,
    };
    let all = match plan.method {
        Method::Chains(_) => plan.samples as u64 + plan.burn_in * plan.chains as u64,
        _ => tasks as u64,
    };
    let starts = AtomicU64::new(0);
    let worker = || {
        let mut tree = make()?;
        let (hub, starts, ladder) = (hub.as_ref(), &starts, ladder.as_ref());
        Ok(move |Task(number): Task, send: &mut dyn FnMut(Done)| {
            let mut random = Random::stream(plan.seed, number as u64);
            match plan.method {
                Method::Independent => {
                    let draw = within_starts(starts, stop, || {
                        independent_draw(&mut tree, plan.target.beta(), &mut random)
                    });
                    send(Done::Draw(number, draw));
                }
                Method::BesagClifford(kernel) => {
                    let plan_of_end = plan.chain_plan(kernel, 0);
                    // There is a hub wherever this method is.
                    let Some(hub) = hub else { return };
                    let draw = end(&mut tree, hub, &plan_of_end, plan.seed, number as u64);
                    send(Done::Draw(number, draw.map(|draw| (draw, plan.burn_in))));
                }
                Method::Chains(kernel) => {
                    let chain_plan = plan.chain_plan(kernel, plan.draws_of(number));
                    let mut step = || send(Done::Step);
                    let chain = chain_plan.run(&mut tree, &mut random, stop, &mut step);
                    send(Done::Chain(number, chain));
                }
                Method::Smc(fresh) => {
                    let run = smc_plan(plan, fresh, number, ladder.cloned());
                    send(Done::Run(number, run.run(&mut tree, &mut random)));
                }
            }
        })
    };
    let mut numbers = 0..tasks;
    let mut draws: Vec<Option<(Draw, u64)>> = vec![None; plan.samples];
    let mut chains: Vec<Option<Chain>> = vec![None; plan.chains];
    let mut runs: Vec<Option<SmcRun>> = vec![None; plan.chains];
    let mut is_partial = false;
    let mut done = 0;
    spread::<_, _, _, TreeError, _>(
        &mut (),
        plan.jobs,
        worker,
        |()| {
            Ok(match numbers.next() {
                Some(number) if !stop.load(Ordering::Relaxed) => Next::Task(Task(number)),
                _ => Next::End,
            })
        },
        |(), one| {
            let mut kept = |result: Result<(), TreeError>| match result {
                Err(TreeError::Stopped) => {
                    is_partial = true;
                    Ok(())
                }
                result => result,
            };
            match one {
                Done::Step => {}
                Done::Draw(number, draw) => {
                    kept(draw.map(|draw| draws[number] = Some(draw)))?;
                }
                Done::Chain(number, chain) => {
                    kept(chain.map(|chain| chains[number] = Some(chain)))?;
                    return Ok(());
                }
                Done::Run(number, run) => {
                    kept(run.map(|run| runs[number] = Some(run)))?;
                }
            }
            done += 1;
            advance(done, all);
            Ok(())
        },
    )?;
    let is_partial = is_partial || stop.load(Ordering::Relaxed);
    Ok(match plan.method {
        Method::Independent | Method::BesagClifford(_) => Sample {
            chains: parts(plan, draws),
            smc: Vec::new(),
            is_partial,
        },
        Method::Chains(_) => Sample {
            chains: chains.into_iter().flatten().collect(),
            smc: Vec::new(),
            is_partial,
        },
        Method::Smc(_) => {
            let smc: Vec<SmcRun> = runs.into_iter().flatten().collect();
            Sample {
                chains: smc.iter().map(|run| run.chain.clone()).collect(),
                smc,
                is_partial,
            }
        }
    })
}

/// A run of particles: the pilot, which chooses the ladder, or one with its ladder.
fn smc_plan(plan: &SamplingPlan, fresh: f64, run: usize, ladder: Option<Vec<f64>>) -> SmcPlan {
    SmcPlan {
        particles: plan.draws_of(run),
        beta: plan.target.beta(),
        fresh,
        ladder,
    }
}

/// A draw, unless all draws together have begun too many lines.
fn within_starts(
    all: &AtomicU64,
    stop: &AtomicBool,
    draw: impl FnOnce() -> Result<(Draw, u64), TreeError>,
) -> Result<(Draw, u64), TreeError> {
    if stop.load(Ordering::Relaxed) {
        return Err(TreeError::Stopped);
    }
    if all.load(Ordering::Relaxed) > MOST_STARTS {
        return Err(TreeError::GaveUp(MOST_STARTS));
    }
    let drawn = draw()?;
    match all.fetch_add(drawn.1, Ordering::Relaxed) + drawn.1 > MOST_STARTS {
        true => Err(TreeError::GaveUp(MOST_STARTS)),
        false => Ok(drawn),
    }
}

/// Independent draws in equal parts, one behind the other.
fn parts(plan: &SamplingPlan, draws: Vec<Option<(Draw, u64)>>) -> Vec<Chain> {
    let mut draws = draws.into_iter();
    let part = |number: usize| {
        let mut chain = Chain::default();
        for (draw, starts) in draws.by_ref().take(plan.draws_of(number)).flatten() {
            chain.tries += starts;
            chain.accepted += 1;
            chain.draws.push(draw);
        }
        chain
    };
    (0..plan.chains.max(1)).map(part).collect()
}
