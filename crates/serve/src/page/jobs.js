// Files that the service works on: upload, progress, cancel, report.

const ENDED = ['done', 'failed', 'cancelled', 'expired'];

// How the reader calls the files that were uploaded from here, by the job's id.
const uploaded = {
  name: (id) => sessionStorage.getItem('plumb.file.' + id),
  note: (id, name) => sessionStorage.setItem('plumb.file.' + id, name),
};
const whenMade = (job) => new Date(job.created || Date.now()).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });

// A job as a list item that follows it until it has ended.
function jobItem(job) {
  const [bar, told] = [el('progress', { max: 1, 'aria-label': TEXT.serve.progress }), el('span', { role: 'status' })];
  const after = el('span', {});
  const path = '/v1/jobs/' + job.id;
  const name = uploaded.name(job.id);
  const cancel = el('button', {
    type: 'button',
    onclick: async () => {
      try {
        await request(path, { method: 'DELETE' });
        show({ ...job, state: 'cancelled' });
      } catch (refusal) {
        told.textContent = refusal.message;
      }
    },
  }, TEXT.serve.cancel);
  let events = null;

  function show(now) {
    Object.assign(job, now);
    const isOver = ENDED.includes(job.state);
    told.textContent = TEXT.job_state[job.state] + (job.all ? ' ' + say(TEXT.serve.done_of, { done: job.done || 0, all: job.all }) : '')
      + (job.problems ? ' ' + say(TEXT.serve.problems, { games: counted(job.problems, TEXT.noun.game) }) : '');
    bar.hidden = isOver;
    cancel.hidden = isOver;
    if (job.all) bar.value = (job.done || 0) / job.all;
    if (isOver && events) events.close();
    // Windows have figures and no page.
    const report = (job.files || []).find((name) => ['report.html', 'result.json'].includes(name));
    after.replaceChildren(...(report ? [' ', el('a', { href: path + '/' + report }, TEXT.serve.report)] : job.error ? [' ', name ? job.error.replaceAll('upload-1.pgn', () => name) : job.error] : []));
  }
  async function refresh() {
    show(await (await request(path, {})).json());
  }
  function follow() {
    events = new EventSource(path + '/events');
    events.addEventListener('progress', (event) => show({ state: 'running', ...JSON.parse(event.data) }));
    events.addEventListener('error', () => refresh().catch(() => {}));
    for (const name of ['done', 'failed']) events.addEventListener(name, () => refresh().catch(() => show({ state: name })));
  }
  show(job);
  if (!ENDED.includes(job.state)) follow();
  return el('li', {}, el('span', { class: 'job-name' }, TEXT.job_kind[job.kind] || job.kind),
    name ? el('span', { class: 'job-file' }, name) : null, el('span', { class: 'note' }, whenMade(job)), bar, told, after, ' ', cancel);
}

// The form to upload a file, and the jobs that there are.
function jobsSection() {
  const list = el('ul', { class: 'jobs' });
  const told = el('div');
  const file = el('input', { type: 'file', id: 'games', required: true, accept: '.pgn,.gz,.bz2,.xz,.zst' });
  const kind = (name) => el('label', {}, el('input', { type: 'radio', name: 'kind', value: name, checked: name === 'review' }), ' ', TEXT.job_kind[name]);
  const form = el('form', { class: 'controls' }, el('label', { for: 'games' }, TEXT.serve.file), file,
    el('fieldset', {}, el('legend', { class: 'sr' }, TEXT.serve.what), kind('review'), ' ', kind('fairplay')),
    el('button', { type: 'submit' }, TEXT.serve.upload));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    told.replaceChildren();
    try {
      const what = form.querySelector('input[name=kind]:checked').value;
      const answer = await request('/v1/jobs/' + what, { method: 'POST', headers: { 'Content-Type': 'application/x-chess-pgn' }, body: file.files[0] });
      const job = await answer.json();
      uploaded.note(job.id, file.files[0].name);
      list.prepend(jobItem(job));
    } catch (refusal) {
      told.replaceChildren(refusal.status === 404 ? el('p', {}, TEXT.serve.no_jobs) : refusalText(refusal));
    }
  });
  request('/v1/jobs', {}).then((answer) => answer.json())
    .then((answer) => list.append(...(answer.jobs || answer).map(jobItem)), () => {});
  return [el('h2', {}, TEXT.serve.jobs), el('p', { class: 'note' }, TEXT.serve.jobs_note), form, told, list];
}
