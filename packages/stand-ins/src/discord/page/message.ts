import { html, type Html } from '@pax/contracts/html';
import type { Hub } from '../core/hub.js';
import { asObject, asObjects } from '../core/json.js';
import { isLoading } from '../core/messages.js';
import { PINNED_LINE } from '../core/pins.js';
import type { JsonObject, MessageRow, UserRow } from '../core/state.js';
import { hexColor, picture, textOf } from './drawing.js';
import { layoutPart } from './layout.js';
import { markdown } from './markdown.js';
import { threadLink } from './threads.js';

/** Draws a message for a person, with its buttons and menus. */
export function messageItem(hub: Hub, row: MessageRow, viewer: UserRow): Html {
  const author = hub.user(row.authorId);
  const calls = row.mentions.includes(viewer.id) || row.mentionEveryone;
  const kind = `${row.visibleTo === null ? '' : 'private'} ${calls ? 'calls' : ''}`;
  return html`<li class="message ${kind}" id="m-${row.id}">
    ${avatar(author)}
    <div class="body">
      ${cause(hub, row)}
      <p class="byline">
        <b style="color:${nameColor(hub, author)}">${author.globalName}</b>
        ${author.bot ? html`<span class="tag">bot</span>` : undefined}
        <time datetime="${new Date(row.createdAt).toISOString()}">${shortTime(row.createdAt)}</time>
        ${row.editedAt === null ? undefined : html`<span class="quiet small">edited</span>`}
      </p>
      ${isLoading(row) ? html`<p class="quiet thinking">is thinking…</p>` : undefined}
      ${row.type === PINNED_LINE ? html`<p class="quiet">pinned a message to this channel</p>` : undefined}
      ${row.content === '' ? undefined : html`<div class="text">${markdown(hub, row.content)}</div>`}
      ${row.embeds.map((embed) => embedCard(hub, embed))}
      ${row.components.map((part) => layoutPart(hub, row, part))} ${threadLink(hub, row, viewer.username)}
      ${row.visibleTo === null ? undefined : html`<p class="quiet small">Only you can see this</p>`}
    </div>
  </li>`;
}

/** A circle with the person's initial, in the person's colour. */
export function avatar(user: UserRow): Html {
  const hue = Number(BigInt(user.id) % 359n);
  return html`<span class="avatar" style="--hue:${hue}" aria-hidden="true"
    >${user.globalName.charAt(0)}</span
  >`;
}

/** The command or message that a message answers. */
function cause(hub: Hub, row: MessageRow): Html | undefined {
  if (row.origin?.commandName && row.origin.originalId === null) {
    const person = hub.user(row.origin.userId);
    return html`<p class="cause">↳ ${person.globalName} used <code>/${row.origin.commandName}</code></p>`;
  }
  if (row.replyTo === null || row.type === PINNED_LINE) return undefined;
  const replied = hub.findMessage(row.channelId, row.replyTo);
  const text = replied
    ? `${hub.user(replied.authorId).globalName}: ${replied.content.slice(0, 80)}`
    : 'deleted message';
  return html`<p class="cause">↳ ${text}</p>`;
}

function nameColor(hub: Hub, user: UserRow): string {
  const roles = hub.findMember(user.id)?.roles ?? [];
  const coloured = hub.state.roles
    .filter((role) => roles.includes(role.id) && role.color !== 0)
    .sort((a, b) => b.position - a.position);
  return hexColor(coloured[0]?.color ?? 0xece8f2);
}

function shortTime(ms: number): string {
  return new Date(ms).toISOString().slice(5, 16).replace('T', ' ');
}

function embedCard(hub: Hub, embed: JsonObject): Html {
  const color = typeof embed['color'] === 'number' ? hexColor(embed['color']) : '#4a4358';
  const author = asObject(embed['author']);
  const footer = asObject(embed['footer']);
  const stamp = textOf(embed['timestamp']);
  const foot = [textOf(footer['text']), stamp === '' ? '' : shortTime(Date.parse(stamp))].filter(
    (one) => one !== '',
  );
  return html`<article class="embed" style="border-left-color:${color}">
    ${picture(embed['thumbnail'], 'thumb')}
    ${author['name'] === undefined ? undefined : html`<p class="small">${textOf(author['name'])}</p>`}
    ${embedTitle(hub, embed)}
    ${
      embed['description'] === undefined
        ? undefined
        : html`<div class="text">${markdown(hub, textOf(embed['description']))}</div>`
    }
    <dl>
      ${asObjects(embed['fields']).map(
        (field) =>
          html`<div class="${field['inline'] === true ? 'inline' : 'wide'}">
            <dt>${markdown(hub, textOf(field['name']))}</dt>
            <dd>${markdown(hub, textOf(field['value']))}</dd>
          </div>`,
      )}
    </dl>
    ${picture(embed['image'], 'image')}
    ${foot.length === 0 ? undefined : html`<p class="quiet small">${foot.join(' · ')}</p>`}
  </article>`;
}

function embedTitle(hub: Hub, embed: JsonObject): Html | undefined {
  const title = textOf(embed['title']);
  if (title === '') return undefined;
  const address = textOf(embed['url']);
  if (address === '') return html`<h3>${markdown(hub, title)}</h3>`;
  return html`<h3><a href="${address}" rel="noopener noreferrer" target="_blank">${title}</a></h3>`;
}
