import { faultSection } from '../../server/fault-section.js';
import { html, type Html } from '@pax/contracts/html';
import type { DiscordContext } from '../core/context.js';
import type { Hub } from '../core/hub.js';
import type { PermissionName } from '../core/permissions.js';
import type { ChannelRow, MemberRow, UserRow } from '../core/state.js';
import type { Gateway } from '../gateway/gateway.js';
import { avatar } from './message.js';

const SHOWN_PERMISSIONS: readonly PermissionName[] = [
  'VIEW_CHANNEL',
  'SEND_MESSAGES',
  'EMBED_LINKS',
  'READ_MESSAGE_HISTORY',
  'MENTION_EVERYONE',
];

/** A button that posts `body` to a control address. */
export function actionButton(action: string, label: string, body: unknown): Html {
  return html`<button data-action="${action}" data-body="${JSON.stringify(body)}">${label}</button>`;
}

/** The people of the server, with the actions on them. */
export function people(hub: Hub): Html {
  const users = hub.state.users.filter((user) => !user.bot);
  return html`<ul class="people">
    ${users.map((user) => personItem(hub, user, hub.findMember(user.id)))}
  </ul>`;
}

function personItem(hub: Hub, user: UserRow, member: MemberRow | undefined): Html {
  const roles = hub.state.roles.filter((role) => role.position > 0 && !role.managed);
  return html`<li>
    ${avatar(user)}
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

/** The bot's connection and permissions in the open channel. */
export function botTools(hub: Hub, gateway: Gateway, channel: ChannelRow | undefined): Html {
  return html`<p>
      <span class="tag ${gateway.online ? 'good' : 'bad'}"
        >${gateway.online ? 'connected' : 'not connected'}</span
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
        const allowed = hub.may(hub.world.botUserId, channel, permission);
        const body = { channel: channel.id, permission, allowed: !allowed };
        return actionButton(
          'permission',
          `${allowed ? '✓' : '✗'} ${permission.toLowerCase().replaceAll('_', ' ')}`,
          body,
        );
      })}
    </div>`;
}

/** The controls for arming faults. */
export function faultTools(context: DiscordContext): Html {
  const { faults, basePath } = context.options;
  return faultSection(faults, ['discord.rest', 'discord.gateway', 'discord.oauth'], basePath);
}
