// Questions to the service, and signing in where it wants a token.

// Why a question was refused, in the service's words.
class Refusal extends Error {
  constructor(problem) {
    super(problem.detail || problem.title);
    this.errors = problem.errors || [];
    this.status = problem.status;
  }
}

// Where the form to sign in is shown, by whoever makes the page.
const signIn = { place: el('div'), under_way: null };

// Asks for the token until one is taken.
function signedIn() {
  signIn.under_way = signIn.under_way || new Promise((resolve) => {
    const input = el('input', { type: 'password', id: 'token', autocomplete: 'current-password', required: true });
    const told = el('p', { role: 'status' });
    const form = el('form', { class: 'controls' }, el('label', { for: 'token' }, TEXT.serve.token), input, el('button', { type: 'submit' }, TEXT.serve.sign_in), told);
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const answer = await fetch('/v1/login', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ token: input.value }) });
      if (answer.ok) {
        signIn.place.replaceChildren();
        signIn.under_way = null;
        resolve();
      } else told.textContent = (await refusalOf(answer)).message;
    });
    signIn.place.replaceChildren(form);
    input.focus();
  });
  return signIn.under_way;
}

async function refusalOf(answer) {
  const text = await answer.text();
  try {
    return new Refusal(JSON.parse(text));
  } catch {
    return new Refusal({ detail: answer.status + ' ' + answer.statusText, status: answer.status });
  }
}

// The answer to a request; throws a Refusal.
async function request(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Refusal({ detail: TEXT.serve.no_answer });
  }
  if (answer.status === 401) {
    await signedIn();
    return request(path, options);
  }
  if (!answer.ok) throw await refusalOf(answer);
  return answer;
}

async function ask(path, question, signal) {
  const answer = await request(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(question), signal });
  return answer.json();
}

// A value of a question as the page calls it.
function valueName(pointer) {
  const [name, index] = pointer.slice(1).split('/');
  if (name === 'moves' && index) return say(TEXT.serve.half_move, { number: Number(index) + 1 });
  return { fen: TEXT.serve.fen, pgn: TEXT.serve.pgn }[name] || pointer.slice(1);
}

// What a refusal says, each value by its name.
function refusalText(refusal) {
  const errors = refusal.errors || [];
  return el('div', { role: 'alert', class: 'refused' }, errors.length
    ? el('ul', {}, errors.map(({ pointer, detail }) => el('li', {}, (pointer ? valueName(pointer) + ': ' : '') + detail)))
    : el('p', {}, refusal.message));
}
