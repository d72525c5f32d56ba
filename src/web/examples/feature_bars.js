// Bars of an evaluation’s parts for two moves side by side.

PAGES.home = () => [el('h1', {}, 'Bars'), featureBars([['Material', 120, -20], ['Mobility', -350, 15]], ['4. Qxf7', '4. Nc3'])];
