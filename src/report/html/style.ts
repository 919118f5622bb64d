/** The report's style sheet: one column, quiet colours, light and dark, phone and paper. */

export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --raised: #f7f7f5; --ink: #1f2328; --faint: #656c75; --line: #e2e3e0;
  --accent: #2b5c96; --good: #1c6e42; --bad: #a8321f; --open: #8a5a00; --quiet: #5b626b;
  --mark-left: #fbe3df; --mark-right: #dcefe2;
  --chart-own: #2b5c96;
  --chart-1: #b9c4d0; --chart-2: #d9dfe6; --chart-3: #a5b3a8; --chart-4: #ccd6cd;
  --chart-5: #c9bba6; --chart-6: #e3d9c9; --chart-7: #b8aec0; --chart-8: #dad4df;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
  --serif: Charter, "Bitstream Charter", "Iowan Old Style", "Sitka Text", Cambria, "Liberation Serif", Georgia, serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #16181b; --raised: #1f2226; --ink: #e3e5e8; --faint: #9aa1aa; --line: #33373d;
    --accent: #86b3e8; --good: #79c99a; --bad: #f0917f; --open: #e0b25a; --quiet: #aab1ba;
    --mark-left: #55281f; --mark-right: #1f4630;
    --chart-own: #6fa3de;
    --chart-1: #4b5663; --chart-2: #6b7785; --chart-3: #4d5c50; --chart-4: #6d7d70;
    --chart-5: #655a48; --chart-6: #857962; --chart-7: #5a5163; --chart-8: #796f83;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 var(--sans); }
main { max-width: 62rem; margin: 0 auto; padding: 3rem 1.5rem 5rem; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h1 { font: 600 2rem/1.2 var(--serif); margin: 0 0 .5rem; }
h2 { font-size: 1.3rem; margin: 0; }
h3 { font-size: 1rem; margin: 2.25rem 0 .6rem; }
p, dl, ul, table { margin: 0 0 1rem; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .15em; }
code, .mono { font-family: var(--mono); font-size: .88em; overflow-wrap: anywhere; }
bdi { overflow-wrap: anywhere; }
.faint { color: var(--faint); }
.small { font-size: .875rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.good { color: var(--good); } .bad { color: var(--bad); } .open { color: var(--open); } .quiet { color: var(--quiet); }

.basis { border-left: 3px solid var(--accent); background: var(--raised); padding: .75rem 1rem; margin: 1.25rem 0; }
.basis.simulated { border-color: var(--open); }
.basis strong { display: block; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.25rem; font-size: .9rem; }
.facts dt { color: var(--faint); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.more { margin-top: 1.5rem; }
.provenance { margin-bottom: 2.25rem; }
details > summary { cursor: pointer; color: var(--accent); }
details[open] > summary { margin-bottom: .5rem; }

table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
thead th { color: var(--faint); font-weight: 400; font-size: .82rem; vertical-align: bottom; }
tbody th { font-weight: 400; }
tbody.group th[scope=rowgroup] { color: var(--faint); font-size: .82rem; padding-top: .9rem; }
th:last-child, td:last-child { padding-right: 0; }
.n { text-align: right; white-space: nowrap; }
.design td.n { white-space: normal; min-width: 9.5em; }
.design th code { overflow-wrap: normal; }
td.wrap { white-space: normal; }
.overview td, .overview th { padding-top: .65rem; padding-bottom: .65rem; }
.overview .verdict-word { display: block; font-size: .82rem; margin-top: .1rem; }
.interval { display: block; }
.scroll { overflow-x: auto; }

.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr)); gap: 1rem 2.5rem; margin-top: 2rem; }
figure { margin: 0 0 1rem; min-width: 0; }
figure svg { display: block; max-width: 100%; height: auto; font-family: var(--sans); }
figure.bars { margin-top: 1.5rem; max-width: 36rem; }
figure svg text { paint-order: stroke; stroke: var(--paper); stroke-width: 4px; stroke-linejoin: round; }
figcaption { font-size: .9rem; margin-bottom: .6rem; }
figcaption strong { display: block; }

section.flag { border-top: 1px solid var(--line); margin-top: 4rem; padding-top: 2.5rem; }
.flag .what { color: var(--faint); margin: .3rem 0 1.4rem; }
.verdict { font: 1.42rem/1.45 var(--serif); margin: 0 0 .75rem; text-wrap: pretty; }
.ruling { margin-bottom: 1rem; }
.ruling strong { font-weight: 600; }
.rests { list-style: none; padding: 0; font-size: .9rem; color: var(--faint); }
.rests li { padding-left: 1rem; text-indent: -1rem; }
.rests li::before { content: "– "; }
.next { background: var(--raised); padding: .75rem 1rem; }
.qualifiers { font-size: .9rem; }
.qualifiers dt { font-weight: 600; }
.qualifiers dd { margin: 0 0 .4rem; }
.method { font-weight: 400; font-size: .8rem; margin-left: .6rem; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 0 3rem; }

.grid { width: auto; min-width: 40%; }
.grid th, .grid td { vertical-align: middle; }
.grid ol { list-style: none; display: flex; flex-wrap: wrap; gap: .35rem; margin: 0; padding: 0; }
.pair { border: 1px solid var(--line); border-radius: 4px; width: 2.9rem; text-align: center; font-size: .82rem; line-height: 1.5; overflow: hidden; }
.pair .seed { display: block; color: var(--faint); font-size: .7rem; background: var(--raised); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; padding: 0 .2rem; }
.pair .cell { display: block; position: relative; }
.pair.better { border: 2px solid var(--good); } .pair.worse { border: 2px solid var(--bad); }
.pair a { color: inherit; text-decoration: none; display: block; }
.cell .pass { color: var(--good); } .cell .fail { color: var(--bad); }
.cell .error, .cell .unscored, .cell .missing { color: var(--open); font-weight: 600; }
.cell .fired { position: absolute; right: .25rem; font-size: .7rem; color: var(--faint); }
.legend { font-size: .82rem; color: var(--faint); }

.checklist { list-style: none; padding: 0; font-size: .9rem; }
.checklist li { display: grid; grid-template-columns: 9rem 1fr; gap: .2rem 1rem; padding: .35rem 0; border-bottom: 1px solid var(--line); }

.talk { border: 1px solid var(--line); border-radius: 6px; padding: .8rem 1rem; margin-bottom: .75rem; }
.talk > summary { color: var(--ink); }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1.5rem; }
.sides > div { min-width: 0; padding: .5rem 0; }
.sides .both { grid-column: 1 / -1; }
.said { white-space: pre-wrap; overflow-wrap: anywhere; }
.who { display: block; font-size: .75rem; color: var(--faint); margin-bottom: .1rem; }
.turn { border-top: 1px solid var(--line); }
mark { color: inherit; border-radius: 2px; padding: 0 .1em; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .2em; }
.treatment mark { background: var(--mark-right); } .control mark { background: var(--mark-left); }
footer { border-top: 1px solid var(--line); margin-top: 4rem; padding-top: 1rem; font-size: .82rem; color: var(--faint); }

@media (max-width: 40rem) {
  main { padding: 1.5rem 1rem 3rem; }
  h1 { font-size: 1.6rem; } .verdict { font-size: 1.2rem; }
  .facts { grid-template-columns: 8.5rem 1fr; }
  .grid tr, .grid th, .grid td { display: block; border: 0; padding: 0; } .grid td { padding: .3rem 0 1rem; }
  .totals, .totals .small { font-size: .8rem; } .totals th, .totals td { padding-right: .4rem; white-space: normal; }
  .sides { grid-template-columns: 1fr; }
  .checklist li { grid-template-columns: 1fr; }
  table.cards, table.cards tbody, table.cards tr, table.cards th, table.cards td { display: block; border: 0; padding: 0; text-align: left; }
  table.cards thead { display: none; }
  table.cards tr { border-bottom: 1px solid var(--line); padding: .75rem 0; }
  table.cards tr th { margin-bottom: .35rem; }
  table.cards td { display: flex; justify-content: space-between; gap: 1rem; white-space: normal; }
  .interval { display: inline; margin-left: .6rem; }
  table.cards td::before { content: attr(data-label); color: var(--faint); }
}
@media print {
  :root { color-scheme: light; }
  body { font-size: 10.5pt; } main { max-width: none; padding: 0; }
  section.flag { break-before: page; border: 0; margin-top: 0; }
  h2, h3, figcaption { break-after: avoid; } tr, figure, .pair, .turn { break-inside: avoid; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
  .method { display: none; }
}
`;
