import { z } from 'zod';
import type { DiscordContext } from '../core/context.js';
import { parseForm, DiscordError, discordErrors } from '../core/errors.js';
import { textFields } from '../core/json-values.js';
import type { JsonObject, RoleRow } from '../core/state.js';
import { type Hub, INTENT } from '../core/hub.js';
import {
  acceptInvite,
  assertNotBanned,
  addMember,
  removeMember,
  setRoles,
} from '../core/members-and-invites.js';
import { createMessage, deleteMessage } from '../core/messages.js';
import { parseNewMessage } from '../core/parse-message.js';
import { PERMISSION, type PermissionName } from '../core/permissions.js';
import { seedState } from '../core/seed.js';
import { channelJson, memberJson, messageJson, roleJson } from '../core/json-views.js';
import type { Gateway } from '../gateway/gateway.js';
import { findPersonAt, findVisibleMessage, createInteractionActions } from './interaction-actions.js';
import type { FastifyInstance } from 'fastify';
import type { Interactions } from '../interactions/interactions.js';

const hastenForm = z.strictObject({ factor: z.number().min(1).max(1_000_000) });
const refuseForm = z.strictObject({
  seconds: z.number().min(0).max(86_400),
  status: z.union([z.literal(403), z.literal(429), z.int().min(500).max(599)]),
  retryAfter: z.number().min(0).max(3_600).default(5),
});

const directChannelForm = z.strictObject({ seconds: z.number().min(0).max(86_400) });

/** Test actions that speed up the stand-in's clock, or make the stand-in refuse calls for a period. */
export function clockActions({
  clock,
  refusal,
  directChannelRefusal,
}: DiscordContext): Record<string, (body: unknown) => JsonObject> {
  return {
    hasten: (body) => {
      const { factor } = parseForm(hastenForm, body);
      clock.accelerateClock(factor);
      return { factor };
    },
    refuse: (body) => {
      const { seconds, ...form } = parseForm(refuseForm, body);
      refusal.beginRefusal(seconds, form);
      return { seconds, status: form.status };
    },
    'opened-too-fast': (body) => {
      const { seconds } = parseForm(directChannelForm, body);
      directChannelRefusal.beginRefusal(seconds, { status: 400, retryAfter: 0 });
      return { seconds };
    },
  };
}

type Action = (body: unknown) => JsonObject;

const permissionNames = z.custom<PermissionName>(
  (value) => typeof value === 'string' && value in PERMISSION,
  {
    message: `must be one of ${Object.keys(PERMISSION).join(', ')}`,
  },
);

const messageForm = z.strictObject({
  user: z.string(),
  channel: z.string().optional(),
  content: z.string(),
  replyTo: z.string().optional(),
});

const userForm = z.strictObject({ user: z.string() });

/** Test actions of people, of the server's owner and of Discord to which the bot need not answer. */
export function controlActions(hub: Hub, gateway: Gateway): Record<string, Action> {
  return { ...peopleActions(hub), ...ownerActions(hub), ...discordActions(hub, gateway) };
}

/** Test actions of members of the server. */
function peopleActions(hub: Hub): Record<string, Action> {
  return {
    message: (body) => sendMessageAs(hub, parseForm(messageForm, body)),
    'delete-message': (body) => {
      const form = parseForm(
        z.strictObject({ user: z.string(), channel: z.string().optional(), message: z.string() }),
        body,
      );
      const person = findPersonAt(hub, form.user, form.channel);
      const row = findVisibleMessage(hub, person, form.message);
      const own = row.authorId === person.user.id || row.visibleTo === person.user.id;
      if (!own && !hub.hasPermission(person.user.id, person.channel, 'MANAGE_MESSAGES'))
        throw discordErrors.missingPermissions();
      deleteMessage(hub, row);
      return { deleted: row.id };
    },
    join: (body) => {
      const form = parseForm(userForm.extend({ invite: z.string().optional() }), body);
      const { id } = hub.getPerson(form.user);
      if (form.invite !== undefined) return memberJson(hub, acceptInvite(hub, id, form.invite));
      assertNotBanned(hub, id);
      return memberJson(hub, addMember(hub, id));
    },
    leave: (body) => {
      const user = hub.getPerson(parseForm(userForm, body).user);
      if (user.id === hub.state.ownerId) throw new DiscordError(400, 50055, 'The owner cannot leave');
      return { left: removeMember(hub, user.id) };
    },
    dms: (body) => {
      const form = parseForm(z.strictObject({ user: z.string(), open: z.boolean() }), body);
      const user = hub.getPerson(form.user);
      user.dmsOpen = form.open;
      hub.commitChange();
      return { user: user.id, open: user.dmsOpen };
    },
  };
}

/** Test actions of the server's owner. */
function ownerActions(hub: Hub): Record<string, Action> {
  return {
    ban: (body) => {
      const form = parseForm(userForm.extend({ banned: z.boolean().default(true) }), body);
      const { id } = hub.getPerson(form.user);
      hub.state.bans = hub.state.bans.filter((one) => one !== id);
      if (form.banned) hub.state.bans.push(id);
      if (form.banned) removeMember(hub, id);
      hub.commitChange();
      return { user: id, banned: form.banned };
    },
    roles: (body) => {
      const form = parseForm(z.strictObject({ user: z.string(), roles: z.array(z.string()) }), body);
      const member = hub.getMember(hub.getPerson(form.user).id);
      setRoles(
        hub,
        member,
        form.roles.map((role) => findRole(hub, role).id),
      );
      return memberJson(hub, member);
    },
    role: (body) => {
      const form = parseForm(z.strictObject({ role: z.string(), position: z.int().min(1).max(250) }), body);
      return moveRole(hub, findRole(hub, form.role), form.position);
    },
    permission: (body) => {
      const form = parseForm(
        z.strictObject({ channel: z.string(), permission: permissionNames, allowed: z.boolean() }),
        body,
      );
      return setBotPermission(hub, form.channel, form.permission, form.allowed);
    },
  };
}

/** Test actions of Discord itself on the bot. */
function discordActions(hub: Hub, gateway: Gateway): Record<string, Action> {
  return {
    intents: (body) => {
      const form = parseForm(
        z.strictObject({
          guildMembers: z.boolean().optional(),
          messageContent: z.boolean().optional(),
          presences: z.boolean().optional(),
        }),
        body,
      );
      Object.assign(hub.state.privileged, form);
      hub.commitChange();
      return { ...hub.state.privileged };
    },
    gateway: () => ({ ...gateway.traffic }),
    drop: (body) => {
      const form = parseForm(z.strictObject({ forget: z.boolean().default(false) }), body);
      return { dropped: gateway.dropConnections(form.forget) };
    },
    // Sends events that Discord promises never to send, so that specs can test how the bot reacts.
    dispatch: (body) => {
      const form = parseForm(z.strictObject({ type: z.string(), data: z.unknown().optional() }), body);
      return { received: gateway.dispatchToAll(form.type, form.data ?? null) };
    },
    frame: (body) => ({
      received: gateway.sendFrame(parseForm(z.strictObject({ text: z.string() }), body).text),
    }),
    reset: () => {
      const { callSeq, lastId } = hub.state;
      Object.assign(hub.state, seedState(hub.world, hub.now()), { callSeq, lastId });
      gateway.dropConnections(true);
      hub.commitChange();
      return { reset: true };
    },
  };
}

function sendMessageAs(hub: Hub, form: z.output<typeof messageForm>): JsonObject {
  const { user, channel } = findPersonAt(hub, form.user, form.channel);
  if (!hub.hasPermission(user.id, channel, 'SEND_MESSAGES')) throw discordErrors.missingPermissions();
  const content = parseNewMessage({
    content: form.content,
    ...(form.replyTo === undefined ? {} : { message_reference: { message_id: form.replyTo } }),
  });
  return messageJson(hub, createMessage(hub, { channel, authorId: user.id, form: content }));
}

function findRole(hub: Hub, idOrName: string): RoleRow {
  const wanted = idOrName.toLowerCase();
  const role = hub.state.roles.find((one) => one.id === idOrName || one.name.toLowerCase() === wanted);
  if (!role) throw discordErrors.unknownRole();
  return role;
}

/** Moves a role to a position; roles at that position or above move up. */
function moveRole(hub: Hub, role: RoleRow, position: number): JsonObject {
  const others = hub.state.roles
    .filter((one) => one !== role && one.position > 0)
    .sort((a, b) => a.position - b.position);
  others.splice(position - 1, 0, role);
  others.forEach((one, index) => {
    one.position = index + 1;
  });
  for (const one of others)
    hub.publish({
      type: 'GUILD_ROLE_UPDATE',
      data: { guild_id: hub.world.guildId, role: roleJson(one, hub.world.botUserId) },
      intents: INTENT.GUILDS,
    });
  hub.commitChange();
  return { roles: hub.state.roles.map((one) => ({ id: one.id, name: one.name, position: one.position })) };
}

/** Denies the bot a permission in a channel, or grants it again. */
function setBotPermission(hub: Hub, name: string, permission: PermissionName, allowed: boolean): JsonObject {
  const channel = hub.findChannel(name);
  if (!channel || channel.type !== 0) throw discordErrors.unknownChannel();
  const botId = hub.world.botUserId;
  const own = channel.overwrites.find((one) => one.id === botId);
  const bit = PERMISSION[permission];
  const [allowedBefore, deniedBefore] = [BigInt(own?.allow ?? '0'), BigInt(own?.deny ?? '0')];
  const allow = allowed ? allowedBefore | bit : allowedBefore & ~bit;
  const deny = allowed ? deniedBefore & ~bit : deniedBefore | bit;
  const others = channel.overwrites.filter((one) => one.id !== botId);
  channel.overwrites = [...others, { id: botId, type: 1, allow: allow.toString(), deny: deny.toString() }];
  hub.publish({ type: 'CHANNEL_UPDATE', data: channelJson(hub, channel), intents: INTENT.GUILDS });
  hub.commitChange();
  const granted = hub.permissionsIn(botId, channel);
  return {
    channel: channel.id,
    denied: Object.keys(PERMISSION).filter((key) => (granted & PERMISSION[parsePermissionName(key)]) === 0n),
  };
}

function parsePermissionName(name: string): PermissionName {
  const parsed = permissionNames.safeParse(name);
  if (parsed.success) return parsed.data;
  throw new DiscordError(400, 50035, `"${name}" is not a permission`);
}

/** Largest body, bytes: room for three files of a modal in base64. */
const ACTION_BYTES = 48 * 1_048_576;

/** Mounts the endpoints by which the page and tests control the stand-in: `POST /actions/…`, and the log. */
export async function mountActionRoutes(
  app: FastifyInstance,
  context: DiscordContext,
  gateway: Gateway,
  interactions: Interactions,
): Promise<void> {
  const { hub, log } = context;
  const actions = {
    ...controlActions(hub, gateway),
    ...createInteractionActions(hub, interactions),
    ...clockActions(context),
  };
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof DiscordError) return reply.code(error.status).send(error.toBody());
      request.log.error(error);
      return reply.send(error);
    });
    for (const [name, action] of Object.entries(actions))
      scope.post(`/actions/${name}`, { bodyLimit: ACTION_BYTES }, async ({ body, socket }) =>
        action(body, `http://127.0.0.1:${socket.localPort}${context.options.basePath}`),
      );
    scope.get('/log', async (request) => {
      const since = Number(textFields(request.query)['since'] ?? '0');
      const calls = log.listCallsSince(Number.isFinite(since) ? since : 0);
      return { last: hub.state.callSeq, invalidCalls: log.invalidCalls(), online: gateway.isOnline, calls };
    });
  });
}
