//! The service from its start to its end: connections accepted, served and waited for.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};

use super::access::Access;
use super::body::LargeBodies;
use super::guard::HEADERS;
use super::jobs::{DataFolder, JobSettings, JobStore, start_worker};
use super::limits::ServiceLimits;
use super::metrics::Metrics;
use super::patient_stream::PatientStream;
use super::problem::{PROBLEM_JSON, Problem};
use super::request_log::RequestLog;
use super::router::router;
use super::search_pool::SearchPool;
use super::service::Service;
use plumb_engine::tables::Models;
use plumb_support::output_folder::OutputFolderError;
use plumb_support::wording::text;

/// Requests that have begun when the service is told to end may take so long.
const FAREWELL: Duration = Duration::from_secs(10);
/// After that their searches are stopped, and they may answer with what there is.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// A job that was stopped has so long to put down what it has.
const JOB_LAST_WORDS: Duration = Duration::from_secs(5);
/// Jobs that were over for long enough are looked for so often.
const EXPIRY: Duration = Duration::from_secs(1);
/// For so long a connection that is one too many is told so.
const REFUSAL: Duration = Duration::from_secs(1);
/// The largest head of a request, and what is read of a body at once, in bytes.
const BUFFER_BYTES: usize = 32 << 10;
/// Threads that serve connections: they only pass on what others work out.
const CONNECTION_THREADS: usize = 2;
/// Threads for what takes more than a moment and needs no search.
const ASIDE_THREADS: usize = 4;

/// How a service is started.
pub struct ServeOptions {
    /// Where it listens; port 0 for any that is free.
    pub bind: SocketAddr,
    /// Who may ask.
    pub access: Access,
    /// Threads that search.
    pub jobs: usize,
    /// What may be asked.
    pub limits: ServiceLimits,
    /// The folder that jobs live in; without one they go with the service.
    pub data: Option<PathBuf>,
    /// What jobs are made with.
    pub job_settings: JobSettings,
}

/// Why a service cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is taken, or none of this machine.
    #[error("cannot listen at {0}: {1}")]
    Bind(SocketAddr, io::Error),
    /// The system has no more threads.
    #[error("cannot start threads: {0}")]
    Threads(#[from] io::Error),
    /// The folder of jobs cannot be had.
    #[error(transparent)]
    Data(#[from] OutputFolderError),
    /// The jobs in it cannot be read.
    #[error("cannot read the jobs: {0}")]
    Jobs(io::Error),
}

/// Serves until the process is told to end (SIGTERM, Ctrl-C); `ready` is told the address
/// once connections are accepted.
pub fn serve(
    options: &ServeOptions,
    models: Models,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let limits = options.limits;
    let data = DataFolder::open(options.data.as_deref())?;
    let provenance = options.job_settings.provenance(&models);
    let opened = JobStore::open(data, &limits, provenance);
    let (jobs, damaged) = opened.map_err(ServeError::Jobs)?;
    let (log, log_writer) = RequestLog::start()?;
    for job in damaged {
        log.event("damaged job", &job);
    }
    let service = Arc::new(Service {
        models,
        access: options.access.clone(),
        large_bodies: LargeBodies::default(),
        limits,
        pool: SearchPool::new(options.jobs, limits.queue)?,
        long_pool: SearchPool::new(1, limits.queue)?,
        jobs,
        job_settings: options.job_settings.clone(),
        job_threads: options.jobs.saturating_sub(1).max(1),
        metrics: Metrics::default(),
        log,
        is_closing: AtomicBool::new(false),
    });
    let runtime = runtime::Builder::new_multi_thread()
        .worker_threads(CONNECTION_THREADS)
        .max_blocking_threads(ASIDE_THREADS)
        .enable_io()
        .enable_time()
        .build()?;
    let worker = start_worker(&service)?;
    let outcome = runtime.block_on(accept(options.bind, &service, ready));
    service.pool.close();
    service.long_pool.close();
    service.jobs.close();
    service.jobs.stop();
    runtime.shutdown_timeout(LAST_WORDS);
    wait_for(&worker, JOB_LAST_WORDS);
    drop(service);
    // The last lines; a thread that still holds the log is not waited for.
    wait_for(&log_writer, LAST_WORDS);
    outcome
}

/// Waits for a thread to end, but not longer than this.
fn wait_for(thread: &JoinHandle<()>, time: Duration) {
    let end = Instant::now() + time;
    while !thread.is_finished() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(10));
    }
}

async fn accept(
    bind: SocketAddr,
    service: &Arc<Service>,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let mut signals = Signals::listen()?;
    let named = |error| ServeError::Bind(bind, error);
    let listener = TcpListener::bind(bind).await.map_err(named)?;
    let address = listener.local_addr().map_err(named)?;
    let router = router(Arc::clone(service));
    let limit = service.limits.connections;
    let (seats, refusals) = (
        Arc::new(Semaphore::new(limit)),
        Arc::new(Semaphore::new(limit)),
    );
    let (closing, closes) = watch::channel(false);
    // Each connection holds a sender: the receiver hears when the last one is gone.
    let (presence, mut all_gone) = mpsc::channel::<()>(1);
    let expiry = tokio::spawn(expire(Arc::clone(service)));
    service.log.event("ready", &address.to_string());
    ready(address);
    loop {
        let stream = tokio::select! {
            () = signals.next() => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                // Out of files, or a client that went at once: others may have better luck.
                Err(_) => {
                    sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
        };
        if let Ok(seat) = Arc::clone(&seats).try_acquire_owned() {
            let (service, router) = (Arc::clone(service), router.clone());
            let (closes, presence) = (closes.clone(), presence.clone());
            tokio::spawn(async move {
                let _held = (seat, presence);
                service.metrics.connected();
                converse(stream, &service, router, closes).await;
                service.metrics.disconnected();
            });
        } else {
            service.metrics.refused_connection();
            // Beyond this they are closed without a word.
            if let Ok(seat) = Arc::clone(&refusals).try_acquire_owned() {
                tokio::spawn(async move {
                    let _held = seat;
                    let _ = timeout(REFUSAL, refuse(stream)).await;
                });
            }
        }
    }
    drop((listener, presence));
    expiry.abort();
    service.log.event("closing", "no new work");
    service.is_closing.store(true, Ordering::Relaxed);
    service.jobs.close();
    let _ = closing.send(true);
    let all_done = async {
        let _ = all_gone.recv().await;
        while service.jobs.is_running() {
            sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::select! {
        () = all_done => {}
        () = sleep(FAREWELL) => {}
        // Told twice, it does not wait.
        () = signals.next() => {}
    }
    service.pool.close();
    service.long_pool.close();
    let _ = timeout(LAST_WORDS, all_gone.recv()).await;
    service.log.event("closed", "");
    Ok(())
}

/// Lets jobs expire, as long as the service takes work.
async fn expire(service: Arc<Service>) {
    loop {
        sleep(EXPIRY).await;
        let service = Arc::clone(&service);
        let _ = spawn_blocking(move || service.jobs.expire()).await;
    }
}

/// Serves one connection until either side closes it. When the client goes while its answer
/// is worked out, the answer's future goes with the connection.
async fn converse(
    stream: TcpStream,
    service: &Service,
    router: Router,
    mut closes: watch::Receiver<bool>,
) {
    let _ = stream.set_nodelay(true);
    let stream = PatientStream::new(stream, service.limits.body_time());
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(service.limits.header_time())
        .max_buf_size(BUFFER_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let mut connection = pin!(connection);
    tokio::select! {
        // What went wrong is the client's business: it was told, or has gone.
        _ = connection.as_mut() => return,
        _ = closes.wait_for(|is_closing| *is_closing) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// Tells a client that there are too many connections.
async fn refuse(mut stream: TcpStream) {
    let problem = Problem::busy(text!(refusal.connections));
    let (body, retry) = (problem.to_json(), problem.retry_after().unwrap_or(1));
    let mut answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: {PROBLEM_JSON}\r\n\
         Content-Length: {}\r\nRetry-After: {retry}\r\nConnection: close\r\n",
        body.len()
    );
    for (name, value) in HEADERS {
        answer += &format!("{name}: {value}\r\n");
    }
    answer += "\r\n";
    answer += &body;
    let _ = stream.write_all(answer.as_bytes()).await;
    let _ = stream.shutdown().await;
    // Closed with a request unread, the answer would be lost.
    let mut rest = [0; 4_096];
    while stream.read(&mut rest).await.is_ok_and(|count| count > 0) {}
}

/// What tells the process to end.
struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

impl Signals {
    #[cfg(unix)]
    fn listen() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    #[cfg(unix)]
    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    #[cfg(not(unix))]
    fn listen() -> io::Result<Signals> {
        Ok(Signals {})
    }

    #[cfg(not(unix))]
    async fn next(&mut self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}
