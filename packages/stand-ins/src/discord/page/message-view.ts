import { html, type Html } from '@pax/contracts/html';
import { asObject, asObjects } from '../core/json-values.js';
import type { Hub } from '../core/hub.js';
import type { ChannelRow, MessageRow, JsonObject, UserRow } from '../core/state.js';
import { renderMarkdown } from './markdown.js';
import { isLoading } from '../core/messages.js';
import { PIN_NOTICE_TYPE } from '../core/threads.js';

export function hexColor(color: number): string {
  return `#${color.toString(16).padStart(6, '0')}`;
}

/** Picture of a message, if it has an address. */
export function renderPicture(media: unknown, kind: string): Html | undefined {
  const address = toText(asObject(media)['url']);
  return /^https?:/.test(address)
    ? html`<img class="${kind}" src="${address}" alt="" loading="lazy" referrerpolicy="no-referrer" />`
    : undefined;
}

export function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Largest number of threads listed below a channel. */
const MAX_LISTED_THREADS = 10;

/** Returns the channel itself or, for a thread, the channel that contains it. */
export function parentChannel(hub: Hub, channel: ChannelRow): ChannelRow {
  return channel.thread ? hub.getChannel(channel.thread.parentId) : channel;
}

/** Lists the threads of a channel, newest first: active ones, and the one that is open on the page. */
export function listThreads(hub: Hub, channel: ChannelRow, open: ChannelRow): ChannelRow[] {
  return hub.state.channels
    .filter((one) => one.thread?.parentId === channel.id && (!one.thread.archived || one === open))
    .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1))
    .slice(0, MAX_LISTED_THREADS);
}

/** Link to the thread of a message, with the number of its messages. */
export function threadLink(hub: Hub, row: MessageRow, viewerName: string): Html | undefined {
  const thread = hub.state.channels.find(({ id, type }) => type === 11 && id === row.id);
  if (!thread) return undefined;
  const said = hub.getMessages(thread.id).length;
  return html`<p class="thread">
    <a href="?as=${viewerName}&amp;channel=${thread.id}">${thread.name}</a>
    <span class="quiet small"
      >${said} ${said === 1 ? 'message' : 'messages'}${thread.thread?.archived ? ' · archived' : ''}</span
    >
  </p>`;
}

/** Renders a component of a message: a row, or any other part of a message of components. */
export function layoutPart(hub: Hub, row: MessageRow, part: JsonObject): Html | undefined {
  const renderNestedParts = (): (Html | undefined)[] =>
    asObjects(part['components']).map((one) => layoutPart(hub, row, one));
  switch (part['type']) {
    case 9:
      return html`<div class="section">
        <div>${renderNestedParts()}</div>
        ${renderAccessory(row, asObject(part['accessory']))}
      </div>`;
    case 10:
      return html`<div class="text">${renderMarkdown(hub, toText(part['content']))}</div>`;
    case 12:
      return html`<div class="gallery">
        ${asObjects(part['items']).map(({ media }) => renderPicture(media, 'image'))}
      </div>`;
    case 14:
      return part['divider'] === false ? html`<div class="gap"></div>` : html`<hr />`;
    case 17: {
      const color = part['accent_color'];
      return html`<article
        class="embed container"
        style="border-left-color:${typeof color === 'number' ? hexColor(color) : '#4a4358'}"
      >
        ${renderNestedParts()}
      </article>`;
    }
    default:
      return componentLine(row, part);
  }
}

function renderAccessory(row: MessageRow, part: JsonObject): Html | undefined {
  return part['type'] === 11 ? renderPicture(part['media'], 'thumb') : renderComponent(row, part);
}

const STYLES = ['', 'primary', 'secondary', 'success', 'danger', 'link'];

function componentLine(row: MessageRow, line: JsonObject): Html {
  return html`<div class="buttons">
    ${asObjects(line['components']).map((one) => renderComponent(row, one))}
  </div>`;
}

function renderComponent(row: MessageRow, part: JsonObject): Html {
  const customId = toText(part['custom_id']);
  const disabled = part['disabled'] === true ? html`disabled` : undefined;
  const id = `c-${row.id}-${toText(part['id'])}`;
  if (part['type'] === 2) {
    const face = `${toText(asObject(part['emoji'])['name'])} ${toText(part['label'])}`.trim();
    if (part['style'] === 5)
      return html`<a class="button" href="${toText(part['url'])}" rel="noopener noreferrer" target="_blank"
        >${face} ↗</a
      >`;
    const body = JSON.stringify({ message: row.id, customId });
    const style = STYLES[Number(part['style'])] ?? '';
    return html`<button
      id="${id}"
      class="${style}"
      data-action="button"
      data-here
      data-body="${body}"
      ${disabled}
    >
      ${face}
    </button>`;
  }
  if (part['type'] !== 3) return html`<span class="quiet small">a list that this page can’t show</span>`;
  const body = JSON.stringify({ message: row.id, customId });
  const many = Number(part['max_values'] ?? 1) > 1 ? html`multiple` : undefined;
  return html`<select id="${id}" data-action="select" data-here data-body="${body}" ${many} ${disabled}>
    <option value="">${toText(part['placeholder']) || 'Choose…'}</option>
    ${asObjects(part['options']).map(
      (option) => html`<option value="${toText(option['value'])}">${toText(option['label'])}</option>`,
    )}
  </select>`;
}

/** Renders a message for a person, with its buttons and menus. */
export function messageItem(hub: Hub, row: MessageRow, viewer: UserRow): Html {
  const author = hub.getUser(row.authorId);
  const calls = row.mentions.includes(viewer.id) || row.mentionEveryone;
  const kind = `${row.visibleTo === null ? '' : 'private'} ${calls ? 'calls' : ''}`;
  return html`<li class="message ${kind}" id="m-${row.id}">
    ${renderAvatar(author)}
    <div class="body">
      ${answeredLine(hub, row)}
      <p class="byline">
        <b style="color:${nameColor(hub, author)}">${author.globalName}</b>
        ${author.bot ? html`<span class="tag">bot</span>` : undefined}
        <time datetime="${new Date(row.createdAt).toISOString()}">${shortTime(row.createdAt)}</time>
        ${row.editedAt === null ? undefined : html`<span class="quiet small">edited</span>`}
      </p>
      ${isLoading(row) ? html`<p class="quiet thinking">is thinking…</p>` : undefined}
      ${row.type === PIN_NOTICE_TYPE ? html`<p class="quiet">pinned a message to this channel</p>` : undefined}
      ${row.content === '' ? undefined : html`<div class="text">${renderMarkdown(hub, row.content)}</div>`}
      ${row.embeds.map((embed) => embedCard(hub, embed))}
      ${row.components.map((part) => layoutPart(hub, row, part))} ${threadLink(hub, row, viewer.username)}
      ${row.visibleTo === null ? undefined : html`<p class="quiet small">Only you can see this</p>`}
    </div>
  </li>`;
}

/** A circle with the person's initial, in the person's colour. */
export function renderAvatar(user: UserRow): Html {
  const hue = Number(BigInt(user.id) % 359n);
  return html`<span class="avatar" style="--hue:${hue}" aria-hidden="true"
    >${user.globalName.charAt(0)}</span
  >`;
}

/** Line above an answer, with the command or message that it answers. */
function answeredLine(hub: Hub, row: MessageRow): Html | undefined {
  if (row.origin?.commandName && row.origin.originalId === null) {
    const person = hub.getUser(row.origin.userId);
    return html`<p class="cause">↳ ${person.globalName} used <code>/${row.origin.commandName}</code></p>`;
  }
  if (row.replyTo === null || row.type === PIN_NOTICE_TYPE) return undefined;
  const replied = hub.findMessage(row.channelId, row.replyTo);
  const text = replied
    ? `${hub.getUser(replied.authorId).globalName}: ${replied.content.slice(0, 80)}`
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
  const stamp = toText(embed['timestamp']);
  const foot = [toText(footer['text']), stamp === '' ? '' : shortTime(Date.parse(stamp))].filter(
    (one) => one !== '',
  );
  return html`<article class="embed" style="border-left-color:${color}">
    ${renderPicture(embed['thumbnail'], 'thumb')}
    ${author['name'] === undefined ? undefined : html`<p class="small">${toText(author['name'])}</p>`}
    ${embedTitle(hub, embed)}
    ${
      embed['description'] === undefined
        ? undefined
        : html`<div class="text">${renderMarkdown(hub, toText(embed['description']))}</div>`
    }
    <dl>
      ${asObjects(embed['fields']).map(
        (field) =>
          html`<div class="${field['inline'] === true ? 'inline' : 'wide'}">
            <dt>${renderMarkdown(hub, toText(field['name']))}</dt>
            <dd>${renderMarkdown(hub, toText(field['value']))}</dd>
          </div>`,
      )}
    </dl>
    ${renderPicture(embed['image'], 'image')}
    ${foot.length === 0 ? undefined : html`<p class="quiet small">${foot.join(' · ')}</p>`}
  </article>`;
}

function embedTitle(hub: Hub, embed: JsonObject): Html | undefined {
  const title = toText(embed['title']);
  if (title === '') return undefined;
  const address = toText(embed['url']);
  if (address === '') return html`<h3>${renderMarkdown(hub, title)}</h3>`;
  return html`<h3><a href="${address}" rel="noopener noreferrer" target="_blank">${title}</a></h3>`;
}
