import { html, type Html } from '@pax/contracts/html';
import type { Hub } from '../core/hub.js';

interface Rule {
  readonly pattern: RegExp;
  readonly draw: (hub: Hub, hit: RegExpExecArray) => Html;
}

const renderInner = (hub: Hub, hit: RegExpExecArray): Html[] => renderSpans(hub, hit[1] ?? '');
const renderLink = (address: string, label: Html | string | Html[]): Html =>
  html`<a href="${address}" rel="noopener noreferrer nofollow" target="_blank">${label}</a>`;

/** Markdown rules; of two that match at the same position, the earlier one applies. */
const RULES: readonly Rule[] = [
  { pattern: /\\([^\w\s])/, draw: (_hub, hit) => html`${hit[1]}` },
  { pattern: /`` ?([^`]|[^`][\s\S]*?[^`]) ?``(?!`)/, draw: (_hub, hit) => html`<code>${hit[1]}</code>` },
  { pattern: /`([^`]+)`/, draw: (_hub, hit) => html`<code>${hit[1]}</code>` },
  { pattern: /<@!?(\d{1,20})>/, draw: (hub, hit) => renderMention(`@${personName(hub, hit[1])}`) },
  { pattern: /<@&(\d{1,20})>/, draw: (hub, hit) => renderMention(`@${roleName(hub, hit[1])}`) },
  {
    pattern: /<#(\d{1,20})>/,
    draw: (hub, hit) => renderMention(`#${hub.findChannel(hit[1] ?? '')?.name ?? 'unknown'}`),
  },
  { pattern: /<(\/[-\w]{1,32}):\d{1,20}>/, draw: (_hub, hit) => renderMention(hit[1] ?? '') },
  { pattern: /@(everyone|here)\b/, draw: (_hub, hit) => renderMention(hit[0]) },
  { pattern: /<t:(\d{1,12})(?::[tTdDfFR])?>/, draw: (_hub, hit) => renderTime(Number(hit[1])) },
  {
    pattern: /\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/,
    draw: (hub, hit) => renderLink(hit[2] ?? '', renderInner(hub, hit)),
  },
  {
    pattern: /<?(https?:\/\/[^\s<>]+[^\s<>.,;:!?)\]'"])>?/,
    draw: (_hub, hit) => renderLink(hit[1] ?? '', hit[1] ?? ''),
  },
  { pattern: /\*\*([\s\S]+?)\*\*/, draw: (hub, hit) => html`<strong>${renderInner(hub, hit)}</strong>` },
  { pattern: /__([\s\S]+?)__/, draw: (hub, hit) => html`<u>${renderInner(hub, hit)}</u>` },
  { pattern: /~~([\s\S]+?)~~/, draw: (hub, hit) => html`<s>${renderInner(hub, hit)}</s>` },
  {
    pattern: /\|\|([\s\S]+?)\|\|/,
    draw: (hub, hit) => html`<span class="spoiler">${renderInner(hub, hit)}</span>`,
  },
  { pattern: /\*(?=\S)([^*\n]*[^*\s])\*/, draw: (hub, hit) => html`<em>${renderInner(hub, hit)}</em>` },
  { pattern: /\b_(?=\S)([^_\n]*[^_\s])_\b/, draw: (hub, hit) => html`<em>${renderInner(hub, hit)}</em>` },
];

/** Renders a message's text as a reader sees it. All text is escaped; links lead to http and https only. */
export function renderMarkdown(hub: Hub, text: string): Html[] {
  return text.split(/(```[\s\S]*?```)/).map((part) => {
    if (!/^```[\s\S]*```$/.test(part)) return html`${renderLines(hub, part)}`;
    const code = part.slice(3, -3).replace(/^[\w+-]*\n/, '');
    return html`<pre>${code}</pre>`;
  });
}

function renderLines(hub: Hub, text: string): Html[] {
  const drawn = text.split('\n');
  return drawn.map((line, index) => {
    const end = index === drawn.length - 1 ? '' : '\n';
    const [, mark = '', rest = ''] = /^(#{1,3} |-# |> )([\s\S]*)$/.exec(line) ?? [];
    if (mark.startsWith('#')) return html`<strong class="heading">${renderSpans(hub, rest)}</strong>${end}`;
    if (mark === '-# ') return html`<small>${renderSpans(hub, rest)}</small>${end}`;
    if (mark === '> ') return html`<span class="quote">${renderSpans(hub, rest)}</span>${end}`;
    return html`${renderSpans(hub, line)}${end}`;
  });
}

function renderSpans(hub: Hub, text: string): Html[] {
  const drawn: Html[] = [];
  let rest = text;
  while (rest !== '') {
    const next = findFirstMatch(rest);
    if (!next) break;
    const { hit, rule } = next;
    drawn.push(html`${rest.slice(0, hit.index)}`, rule.draw(hub, hit));
    rest = rest.slice(hit.index + hit[0].length);
  }
  return [...drawn, html`${rest}`];
}

function findFirstMatch(text: string): { hit: RegExpExecArray; rule: Rule } | undefined {
  let best: { hit: RegExpExecArray; rule: Rule } | undefined;
  for (const rule of RULES) {
    const hit = rule.pattern.exec(text);
    if (hit && (!best || hit.index < best.hit.index)) best = { hit, rule };
  }
  return best;
}

function renderMention(text: string): Html {
  return html`<span class="mention">${text}</span>`;
}

function renderTime(seconds: number): Html {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return html`invalid date`;
  return html`<time datetime="${date.toISOString()}"
    >${date.toISOString().slice(0, 16).replace('T', ' ')} UTC</time
  >`;
}

function personName(hub: Hub, id = ''): string {
  return hub.state.users.find((user) => user.id === id)?.globalName ?? 'unknown-user';
}

function roleName(hub: Hub, id = ''): string {
  return hub.state.roles.find((role) => role.id === id)?.name ?? 'unknown-role';
}
