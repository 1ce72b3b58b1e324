import {
  describeAccess,
  describeBounds,
  describeSecondStep,
  ERROR_STATUS,
  listErrorCodes,
  toExample,
  toJsonSchema,
  type CallDefinition,
  type CallExamples,
  type NamedCall,
} from '@pax/contracts';
import { html, Html } from '@pax/contracts/html';
import { createHash } from 'node:crypto';
import type { z } from 'zod';

/** CSS of the API documentation page: the shop's colours, system fonts, no script. */
const docsStyle = `
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

const styleHash = createHash('sha256').update(docsStyle).digest('base64');

/**
 * Content security policy of the API documentation page: only its own style, since it has no script, picture
 * or form.
 */
export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * Builds the API documentation page piece by piece: each call with access, limits, schemas, error codes and
 * an example. Yields between calls, because building all at once would block other requests.
 */
export function* renderDocsPage(
  calls: readonly NamedCall[],
  examples: CallExamples,
): Generator<void, string> {
  const areas = new Map<string, Html[]>();
  for (const named of calls) {
    areas.set(named.area, [...(areas.get(named.area) ?? []), describeCall(named, examples)]);
    yield;
  }
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Calls – Pax Market</title>
        ${new Html(`<style>${docsStyle}</style>`)}
      </head>
      <body>
        <header>
          <h1>Calls of Pax Market</h1>
          <p>
            ${calls.length} calls, generated from the definitions that the server runs. For programs:
            <a href="/api/openapi.json">OpenAPI 3.1</a>. Errors are problem details (RFC 9457) with a stable
            <code>code</code>; money is text with two decimals, times are UTC.
          </p>
          <nav aria-label="Areas">
            ${[...areas.keys()].map((area) => html`<a href="#${area}">${area}</a>`)}
          </nav>
        </header>
        <main>${[...areas].map(([area, described]) => renderSection(area, described))}</main>
      </body>
    </html>`.text;
}

const renderSection = (area: string, calls: readonly Html[]): Html =>
  html`<section aria-labelledby="${area}">
    <h2 id="${area}">${area}</h2>
    ${calls}
  </section>`;

function describeCall({ name, area, call }: NamedCall, examples: CallExamples): Html {
  const { method, path, summary, query, body, answer, status = 200 } = call;
  const example = answer && toExample(answer, examples.get(`${method} ${path}`));
  return html`<details id="${area}.${name}">
    <summary>
      <span class="method">${method}</span> <code>${path}</code>
      <span class="access">${describeAccess(call)}</span>
      <span class="what">${summary}</span>
    </summary>
    ${[...describeSecondStep(call), ...describeBounds(call)].map((sentence) => html`<p>${sentence}</p>`)}
    ${query && renderSchema('Query', query, 'input')} ${body && renderSchema('Body', body, 'input')}
    ${answer ? renderSchema(`Answer ${status}`, answer, 'output') : describeEmptyAnswer(call)}
    ${example === undefined ? undefined : renderBlock('Example', example)}
    <h3>Errors</h3>
    <p>
      ${listErrorCodes(call).map((code) => html`<code class="error">${ERROR_STATUS[code]} ${code}</code> `)}
    </p>
  </details>`;
}

const renderSchema = (title: string, of: z.ZodType, io: 'input' | 'output'): Html =>
  renderBlock(title, toJsonSchema(of, io));

const describeEmptyAnswer = ({ media, status }: CallDefinition): Html =>
  html`<h3>Answer ${status ?? 200}</h3>
    <p>${media ?? 'Empty.'}</p>`;

const renderBlock = (title: string, content: unknown): Html =>
  html`<h3>${title}</h3>
    <pre tabindex="0">${JSON.stringify(content, undefined, 2)}</pre>`;
