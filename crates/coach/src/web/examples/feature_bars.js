// Bars of an evaluation’s parts for two moves side by side.

PAGES.home = () => [el('h1', {}, 'Bars'), featureBars([['material', 120, -20], ['mobility', -350, 15]], ['4. Qxf7', '4. Nc3'])];
