import type { FastifyReply } from 'fastify';
import { Html, html } from '@pax/contracts/html';
import { PAGE_STYLE } from './page-style.js';

interface PageParts {
  readonly title: string;
  readonly body: Html;
  /** Leave out the bar that leads to the other dashboards, as on pages that a customer sees. */
  readonly bare?: boolean;
  /** Extra CSS rules of one dashboard, after the common ones. */
  readonly style?: string;
}

const CONTENT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: http: https:; script-src 'self' 'unsafe-inline'; connect-src 'self'";

/** A whole page in the sandbox's own look: dark, one column, made for a phone first. */
export function page({ title, body, bare = false, style = '' }: PageParts): Html {
  const bar = html`<nav>
    <a class="home" href="/">Sandbox</a><a href="/stripe">Stripe</a><a href="/paypal">PayPal</a
    ><a href="/discord">Discord</a>
  </nav>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <title>${title}</title>
        ${styleTag(style)}
      </head>
      <body>
        ${bare ? undefined : bar}
        <main>${body}</main>
      </body>
    </html>`;
}

/** Sends a page. Pages are never kept by the browser: what they show changes all the time. */
export function sendPage(reply: FastifyReply, content: Html, status = 200): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', CONTENT_POLICY)
    .type('text/html; charset=utf-8')
    .send(content.text);
}

/** A form of one button that posts `fields`. */
export function buttonForm(
  action: string,
  label: string,
  fields: Readonly<Record<string, string | number>> = {},
): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return html`<form method="post" action="${action}" class="inline">
    ${hidden}<button>${label}</button>
  </form>`;
}

/** A moment (ms since the epoch) as a short UTC time with an exact title. */
export function moment(ms: number): Html {
  const iso = new Date(ms).toISOString();
  return html`<time datetime="${iso}" title="${iso}">${iso.slice(11, 19)}</time>`;
}

/** Rules are the sandbox's own text, never a client's, so they go in as they are. */
function styleTag(style: string): Html {
  return new Html(`<style>${PAGE_STYLE}${style}</style>`);
}
