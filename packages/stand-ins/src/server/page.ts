import type { FastifyReply } from 'fastify';
import { Html, html } from '@pax/contracts/html';

interface PageParts {
  readonly title: string;
  readonly body: Html;
  /** True to leave out the links to dashboards, as on pages for customers. */
  readonly bare?: boolean;
  /** Additional CSS rules of one dashboard. */
  readonly style?: string;
}

const CONTENT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: http: https:; script-src 'self' 'unsafe-inline'; connect-src 'self'";

/** CSS rules that all pages of the stand-ins share. */
const PAGE_STYLE = `
:root { --ground: #14121a; --raised: #1e1b27; --line: #363044; --text: #ece8f2; --quiet: #a49cb5; --lamp: #f2b45c;
  --good: #7fd1a0; --bad: #f28a8a; --wait: #8fb8f0; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1rem; }
nav { display: flex; gap: .25rem; padding: .5rem 1rem; border-bottom: 1px solid var(--line); overflow-x: auto; }
nav a { padding: .5rem .75rem; color: var(--quiet); text-decoration: none; }
nav a.home { color: var(--lamp); font-weight: 600; }
h1 { font-size: 1.5rem; margin: .5rem 0 1rem; } h2 { font-size: 1.125rem; margin: 2rem 0 .75rem; }
a { color: var(--lamp); } code { font-size: .85em; overflow-wrap: anywhere; }
.card { background: var(--raised); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; margin: 0 0 .75rem; }
.row > .tag { flex: none; }
.row { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; }
.alert { color: var(--bad); border-color: currentColor; }
.quiet { color: var(--quiet); } .small { font-size: .875rem; } .amount { font-variant-numeric: tabular-nums; font-weight: 600; }
.tag { border: 1px solid currentColor; border-radius: 99px; padding: 0 .6rem; font-size: .8125rem; color: var(--quiet); }
.tag.good { color: var(--good); } .tag.bad { color: var(--bad); } .tag.wait { color: var(--wait); }
.fields { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: end; margin: .5rem 0; }
input[type=number] { width: 6.5rem; }
form.inline { display: inline-block; margin: 0; }
button { font: inherit; color: var(--text); background: #2b2638; border: 1px solid var(--line); border-radius: .5rem;
  min-height: 2.75rem; padding: .4rem .9rem; cursor: pointer; }
button:hover { border-color: var(--lamp); } button.main { background: var(--lamp); color: #221a0c; border-color: var(--lamp); font-weight: 600; }
:focus-visible { outline: 2px solid var(--lamp); outline-offset: 2px; }
input, select { font: inherit; color: var(--text); background: var(--ground); border: 1px solid var(--line); border-radius: .5rem;
  min-height: 2.75rem; padding: .4rem .6rem; max-width: 100%; }
label { display: inline-flex; flex-direction: column; gap: .2rem; font-size: .8125rem; color: var(--quiet); }
table { width: 100%; border-collapse: collapse; font-size: .875rem; } td, th { text-align: left; padding: .3rem .5rem .3rem 0; }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin-top: .75rem; }
details.tools { margin: 0 0 1rem; }
details summary { cursor: pointer; padding: .4rem 0; color: var(--quiet); }
`;

/** A whole page in the stand-ins' design: dark, one column, made for phones first. */
export function renderPage({ title, body, bare = false, style = '' }: PageParts): Html {
  const bar = html`<nav>
    <a class="home" href="/">Sandbox</a><a href="/stripe">Stripe</a><a href="/paypal">PayPal</a
    ><a href="/discord">Discord</a><a href="/push">Push</a>
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

/** Sends a page with caching switched off, since its content changes constantly. */
export function sendPage(reply: FastifyReply, content: Html, status = 200): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', CONTENT_POLICY)
    .type('text/html; charset=utf-8')
    .send(content.text);
}

/** A form with a single button, which sends `fields`. */
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

/** Shows a time (ms since 1970) as a short UTC time, with the exact one as its title. */
export function renderMoment(ms: number): Html {
  const iso = new Date(ms).toISOString();
  return html`<time datetime="${iso}" title="${iso}">${iso.slice(11, 19)}</time>`;
}

/** Style tag with CSS rules, which are not escaped, since they are the stand-ins' own text. */
function styleTag(style: string): Html {
  return new Html(`<style>${PAGE_STYLE}${style}</style>`);
}
