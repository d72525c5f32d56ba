// Every figure in one line.

for (const m of DATA.measures) Object.assign(m, { name: TEXT.figure_name[m.key], text: TEXT.figure[m.key] });

// A figure's name with what it means.
const figureName = (key, name) => explained(name || TEXT.figure_name[key], TEXT.figure[key], '#/words');

PAGES.words = () => [
  el('p', {}, el('a', { href: '#/' }, TEXT.words.back)),
  el('h1', {}, TEXT.words.title),
  el('p', {}, TEXT.words.intro),
  definitions(Object.keys(TEXT.figure).map((key) => [TEXT.figure_name[key], TEXT.figure[key]])),
];
