// What a page opens only when it is looked at, packed in an element of its own.

// They stand behind the scripts, so that the first page is drawn before a browser has read them.
const allRead = new Promise((resolve) => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', resolve);
  else resolve();
});

// The details with this name; null where there are none.
async function unpacked(name) {
  await allRead;
  const element = document.getElementById('detail-' + name);
  if (!element) return null;
  const bytes = Uint8Array.from(atob(element.textContent), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).json();
}

// Objects that were packed as columns: a list for each key, and a letter for each object.
function rowsOf(packed) {
  if (Array.isArray(packed)) return packed;
  const { '': there, ...columns } = packed;
  const lists = Object.entries(columns).map(([key, column]) => [key, rowsOf(column)]);
  return [...there].map((letter, index) => (letter === '1' ? Object.fromEntries(lists.map(([key, list]) => [key, list[index]])) : null));
}
