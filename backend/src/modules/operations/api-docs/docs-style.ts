/** Style of the page that describes the calls: the shop's colours, system fonts, no script. */
export const docsStyle = `
:root { color-scheme: light dark; --bg: #f6f1e7; --surface: #fffdf8; --line: #d9cfbd; --text: #1d1f29; --muted: #5c6172; --accent: #a65600 }
@media (prefers-color-scheme: dark) {
  :root { --bg: #12141c; --surface: #1a1d29; --line: #343a4f; --text: #eceef6; --muted: #a5abc2; --accent: #ffb347 }
}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 4rem; background: var(--bg); color: var(--text); font: 1rem/1.5 system-ui, sans-serif }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2 }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.25rem; text-transform: capitalize }
h3 { margin: 1rem 0 .25rem; font-size: .875rem; color: var(--muted) }
p { margin: .5rem 0; max-width: 45rem }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-top: 1rem; text-transform: capitalize }
nav a { padding: .375rem 0 }
details { margin: .5rem 0; padding: 0 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: .5rem }
details[open] { padding-bottom: 1rem }
summary { display: grid; grid-template-columns: 4rem minmax(0, 1fr) auto; gap: 0 .75rem; align-items: baseline; padding: .75rem 0; cursor: pointer; list-style: none }
summary::-webkit-details-marker { display: none }
.method { font-weight: 700; font-size: .8125rem; color: var(--accent) }
.access { font-size: .8125rem; color: var(--muted) }
.what { grid-column: 2 / -1; color: var(--muted) }
code, pre { font: .875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
pre { margin: .25rem 0; padding: .75rem; max-height: 24rem; overflow: auto; background: var(--bg); border-radius: .375rem; white-space: pre }
.error { display: inline-block; margin: .125rem 0; padding: .125rem .5rem; background: var(--bg); border-radius: .375rem }
`;
