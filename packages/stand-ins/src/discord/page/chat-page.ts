import { html, type Html } from '@pax/contracts/html';
import type { UserRow, ChannelRow, MemberRow, MessageRow } from '../core/state.js';
import { renderAvatar, messageItem, parentChannel, listThreads } from './message-view.js';
import { faultControls } from '../../server/fault-controls.js';
import type { DiscordContext } from '../core/context.js';
import type { Hub } from '../core/hub.js';
import type { PermissionName } from '../core/permissions.js';
import type { Gateway } from '../gateway/gateway.js';
import { renderPage } from '../../server/page.js';
import { commandForms } from './command-forms.js';
import { CHAT_STYLE } from './chat-style.js';

/** Choice of one persona in a form. */
export function personChoice(user: UserRow, checked: boolean): Html {
  return html`<label class="person">
    <input type="radio" name="user" value="${user.username}" ${checked ? html`checked` : undefined} />
    ${renderAvatar(user)}
    <span><b>${user.globalName}</b> <small>${user.username}</small></span>
    <em>${user.persona ?? ''}</em>
  </label>`;
}

const SHOWN_PERMISSIONS: readonly PermissionName[] = [
  'VIEW_CHANNEL',
  'SEND_MESSAGES',
  'EMBED_LINKS',
  'READ_MESSAGE_HISTORY',
  'MENTION_EVERYONE',
];

/** A button that sends `body` to a control address. */
export function actionButton(action: string, label: string, body: unknown): Html {
  return html`<button data-action="${action}" data-body="${JSON.stringify(body)}">${label}</button>`;
}

/** List of the people, with buttons for actions on each. */
export function peopleList(hub: Hub): Html {
  const users = hub.state.users.filter((user) => !user.bot);
  return html`<ul class="people">
    ${users.map((user) => personItem(hub, user, hub.findMember(user.id)))}
  </ul>`;
}

function personItem(hub: Hub, user: UserRow, member: MemberRow | undefined): Html {
  const roles = hub.state.roles.filter((role) => role.position > 0 && !role.managed);
  return html`<li>
    ${renderAvatar(user)}
    <span class="who"
      ><b>${user.globalName}</b><small class="quiet">${user.username} · ${user.persona ?? ''}</small></span
    >
    <span class="actions">
      ${
        member === undefined
          ? actionButton('join', 'Join', { user: user.id })
          : [
              ...roles.map((role) => roleToggle(role.id, role.name, member)),
              actionButton('leave', 'Leave', { user: user.id }),
            ]
      }
      ${actionButton('dms', user.dmsOpen ? 'Close DMs' : 'Open DMs', { user: user.id, open: !user.dmsOpen })}
    </span>
  </li>`;
}

function roleToggle(id: string, name: string, member: MemberRow): Html {
  const has = member.roles.includes(id);
  const roles = has ? member.roles.filter((one) => one !== id) : [...member.roles, id];
  return actionButton('roles', has ? `– ${name}` : `+ ${name}`, { user: member.userId, roles });
}

/** Section with the bot's connection, and its permissions in the open channel. */
export function botTools(hub: Hub, gateway: Gateway, channel: ChannelRow | undefined): Html {
  return html`<p>
      <span class="tag ${gateway.isOnline ? 'good' : 'bad'}"
        >${gateway.isOnline ? 'connected' : 'not connected'}</span
      >
    </p>
    <div class="actions">
      ${actionButton('drop', 'Drop the line', {})}
      ${actionButton('drop', 'Drop and forget', { forget: true })}
    </div>
    ${channel?.type === 0 ? permissionToggles(hub, channel) : undefined}`;
}

function permissionToggles(hub: Hub, channel: ChannelRow): Html {
  return html`<p class="quiet small">In #${channel.name} the bot may</p>
    <div class="actions">
      ${SHOWN_PERMISSIONS.map((permission) => {
        const allowed = hub.hasPermission(hub.world.botUserId, channel, permission);
        const body = { channel: channel.id, permission, allowed: !allowed };
        return actionButton(
          'permission',
          `${allowed ? '✓' : '✗'} ${permission.toLowerCase().replaceAll('_', ' ')}`,
          body,
        );
      })}
    </div>`;
}

/** Controls for arming faults of Discord. */
export function discordFaultControls(context: DiscordContext): Html {
  const { faults, basePath } = context.options;
  return faultControls(faults, ['discord.rest', 'discord.gateway', 'discord.oauth'], basePath);
}

const SHOWN_MESSAGES = 60;

/** Person who views the page, and the channel shown. */
export interface ChatView {
  readonly viewer: UserRow;
  /** The shown channel; undefined when the person sees none. */
  readonly channel: ChannelRow | undefined;
}

/** Finds the person and channel that an address names; a channel that the person cannot see is replaced by another. */
export function findChatView(hub: Hub, as: string | undefined, wanted: string | undefined): ChatView {
  const persons = hub.state.users.filter((user) => !user.bot);
  const viewer = persons.find((user) => user.id === as || user.username === as) ?? persons[0];
  if (!viewer) throw new Error('the world has no people');
  if (wanted === 'dm') return { viewer, channel: hub.openDirectChannel(viewer.id) };
  const visible = visibleChannels(hub, viewer);
  const thread = hub.state.channels.find((one) => one.type === 11 && one.id === wanted);
  if (thread && visible.includes(parentChannel(hub, thread))) return { viewer, channel: thread };
  return { viewer, channel: visible.find((one) => one.id === wanted || one.name === wanted) ?? visible[0] };
}

/** The whole chat page. The script replaces parts marked `data-live` when something has changed. */
export function chatPage(context: DiscordContext, gateway: Gateway, look: ChatView): Html {
  const { hub, options } = context;
  const { viewer, channel } = look;
  const place = channel?.type === 1 ? 'dm' : (channel?.id ?? '');
  const body = html`<div
      class="chat"
      id="chat"
      data-base="${options.basePath}"
      data-user="${viewer.id}"
      data-channel="${place}"
    >
      <header class="channel-bar">
        <h1>${hub.world.guildName} <span class="quiet small">chat stand-in</span></h1>
        ${personaForm(hub, look, place)}
        <nav class="channels" id="channels" data-live aria-label="Channels">${channelLinks(hub, look)}</nav>
      </header>
      <section class="talk" aria-label="Messages">${talkSection(hub, look)}</section>
      <aside class="side">
        <details class="tools" open>
          <summary>The bot</summary>
          <div id="bot" data-live>${botTools(hub, gateway, channel)}</div>
        </details>
        <details class="tools">
          <summary>People</summary>
          <div id="people" data-live>${peopleList(hub)}</div>
        </details>
        ${discordFaultControls(context)}
        <p class="quiet small">
          For programs: <a href="${options.basePath}/world">world</a> ·
          <a href="${options.basePath}/log">log</a>
        </p>
      </aside>
    </div>
    <div id="notices" role="status" aria-live="polite"></div>
    <dialog id="window"></dialog>
    <script src="${options.basePath}/page.js" defer></script>`;
  return renderPage({ title: `${hub.world.guildName} – chat stand-in`, body, style: CHAT_STYLE });
}

function personaForm(hub: Hub, { viewer }: ChatView, place: string): Html {
  const persons = hub.state.users.filter((user) => !user.bot);
  return html`<form class="persona" method="get" id="persona">
    <input type="hidden" name="channel" value="${place}" />
    <label
      >You are<select name="as">
        ${persons.map(
          (user) =>
            html`<option value="${user.username}" ${user === viewer ? html`selected` : undefined}>
              ${user.globalName} (${user.persona ?? ''})
            </option>`,
        )}
      </select></label
    >
    <button>Switch</button>
  </form>`;
}

function channelLinks(hub: Hub, { viewer, channel }: ChatView): Html {
  const createChannelLink = (target: string, label: string, current: boolean): Html =>
    html`<a
      href="?as=${viewer.username}&amp;channel=${target}"
      ${current ? html`aria-current="page"` : undefined}
      >${label}</a
    >`;
  const place = channel?.type === 1 || channel === undefined ? undefined : parentChannel(hub, channel);
  const renderThreadLinks = (one: ChannelRow): Html[] =>
    channel && one === place
      ? listThreads(hub, one, channel).map((thread) =>
          createChannelLink(thread.id, `└ ${thread.name}`, thread === channel),
        )
      : [];
  return html`${visibleChannels(hub, viewer).map((one) => [
    createChannelLink(one.name, `# ${one.name}`, one === channel),
    ...renderThreadLinks(one),
  ])}
  ${createChannelLink('dm', '✉ Market Bot', channel?.type === 1)}`;
}

function talkSection(hub: Hub, look: ChatView): Html {
  const { viewer, channel } = look;
  if (!channel)
    return html`<div class="empty">
      <p>${viewer.globalName} is not a member of this server.</p>
      ${actionButton('join', 'Join the server', { user: viewer.id })}
    </div>`;
  const mayWrite = hub.hasPermission(viewer.id, channel, 'SEND_MESSAGES');
  const rows = visibleMessages(hub, channel, viewer);
  return html`<h2>
      ${channel.type === 1 ? '✉ Market Bot' : channelTitle(hub, channel)}
      <span class="quiet small">${channel.thread?.archived ? 'archived' : (channel.topic ?? '')}</span>
    </h2>
    <ol class="messages" id="messages" data-live tabindex="0" aria-label="Messages">
      ${rows.length === 0 ? html`<li class="quiet empty">Nothing was said here yet.</li>` : undefined}
      ${rows.map((row) => messageItem(hub, row, viewer))}
    </ol>
    <details class="commands">
      <summary>Commands</summary>
      <div id="commands" data-live>${commandForms(hub, { user: viewer, channel })}</div>
    </details>
    ${mayWrite ? renderComposer(channel) : html`<p class="quiet">You can’t write here.</p>`}`;
}

function channelTitle(hub: Hub, channel: ChannelRow): string {
  return channel.thread ? `# ${parentChannel(hub, channel).name} › ${channel.name}` : `# ${channel.name}`;
}

function renderComposer(channel: ChannelRow): Html {
  const hint =
    channel.type === 1
      ? 'Write to the bot'
      : `Write in ${channel.thread ? channel.name : `#${channel.name}`}, or /command option:value`;
  return html`<form class="composer" id="composer">
    <input
      name="content"
      maxlength="2000"
      autocomplete="off"
      required
      aria-label="Message"
      placeholder="${hint}"
    />
    <button class="main">Send</button>
  </form>`;
}

function visibleChannels(hub: Hub, viewer: UserRow): ChannelRow[] {
  return hub.state.channels
    .filter((one) => one.type === 0 && hub.hasPermission(viewer.id, one, 'VIEW_CHANNEL'))
    .sort((a, b) => a.position - b.position);
}

function visibleMessages(hub: Hub, channel: ChannelRow, viewer: UserRow): MessageRow[] {
  return hub
    .getMessages(channel.id)
    .filter((row) => row.visibleTo === null || row.visibleTo === viewer.id)
    .slice(-SHOWN_MESSAGES);
}
