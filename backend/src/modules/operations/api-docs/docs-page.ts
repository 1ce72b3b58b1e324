import {
  accessInWords,
  boundsInWords,
  stepInWords,
  ERROR_STATUS,
  errorsOf,
  exampleOf,
  schemaOf,
  type CallDefinition,
  type CallExamples,
  type NamedCall,
} from '@pax/contracts';
import { html, Html } from '@pax/contracts/html';
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { docsStyle } from './docs-style.js';

const styleHash = createHash('sha256').update(docsStyle).digest('base64');

/** Nothing but the page's own style: it has no script, no picture and no form. */
export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * The page that describes the calls: by area, each with access, limits, schemas, codes and a recorded answer. Yields
 * after each, since all of them take long enough to hold up others.
 */
export function* docsPage(calls: readonly NamedCall[], examples: CallExamples): Generator<void, string> {
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
        <main>${[...areas].map(([area, described]) => section(area, described))}</main>
      </body>
    </html>`.text;
}

const section = (area: string, calls: readonly Html[]): Html =>
  html`<section aria-labelledby="${area}">
    <h2 id="${area}">${area}</h2>
    ${calls}
  </section>`;

function describeCall({ name, area, call }: NamedCall, examples: CallExamples): Html {
  const { method, path, summary, query, body, answer, status = 200 } = call;
  const example = answer && exampleOf(answer, examples.get(`${method} ${path}`));
  return html`<details id="${area}.${name}">
    <summary>
      <span class="method">${method}</span> <code>${path}</code>
      <span class="access">${accessInWords(call)}</span>
      <span class="what">${summary}</span>
    </summary>
    ${[...stepInWords(call), ...boundsInWords(call)].map((sentence) => html`<p>${sentence}</p>`)}
    ${query && schema('Query', query, 'input')} ${body && schema('Body', body, 'input')}
    ${answer ? schema(`Answer ${status}`, answer, 'output') : empty(call)}
    ${example === undefined ? undefined : block('Example', example)}
    <h3>Errors</h3>
    <p>${errorsOf(call).map((code) => html`<code class="error">${ERROR_STATUS[code]} ${code}</code> `)}</p>
  </details>`;
}

const schema = (title: string, of: z.ZodType, io: 'input' | 'output'): Html => block(title, schemaOf(of, io));

const empty = ({ media, status }: CallDefinition): Html =>
  html`<h3>Answer ${status ?? 200}</h3>
    <p>${media ?? 'Empty.'}</p>`;

const block = (title: string, content: unknown): Html =>
  html`<h3>${title}</h3>
    <pre tabindex="0">${JSON.stringify(content, undefined, 2)}</pre>`;
