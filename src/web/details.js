// What a page opens only when it is looked at, packed in an element of its own.

// The details with this name; null where there are none.
async function unpacked(name) {
  const element = document.getElementById('detail-' + name);
  if (!element) return null;
  const bytes = Uint8Array.from(atob(element.textContent), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).json();
}
