import type { RESTGetAPIChannelMessagesPinsResult } from 'discord.js';
import { refuse, parseForm } from '../core/errors.js';
import { pinMessage, pinsOf, unpinMessage, changeThread, openThread } from '../core/threads.js';
import { messageJson, type Shown, channelJson } from '../core/views.js';
import { botChannel, noContent, ok, type Endpoint, type RestCall, created } from './pipeline.js';
import { findMessage, perChannel } from './messages.js';
import { z } from 'zod';

const MOST = 50;

/** Endpoints for the pinned messages of a channel; pinning has needed a separate permission since 2026. */
export const pinEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/channels/:channel/messages/pins',
    auth: 'bot',
    ...perChannel('pins.list', 50, 5000),
    run: (call) => {
      const channel = botChannel(call);
      const { hub } = call.context;
      if (!hub.may(hub.world.botUserId, channel, 'READ_MESSAGE_HISTORY')) throw refuse.missingAccess();
      const pins = pinsOf(hub, channel.id);
      const items = pins.slice(0, MOST).map((row) => ({
        pinned_at: new Date(row.pinnedAt ?? 0).toISOString(),
        message: messageJson(hub, row),
      }));
      return ok({ items, has_more: pins.length > MOST } satisfies Shown<RESTGetAPIChannelMessagesPinsResult>);
    },
  },
  {
    method: 'PUT',
    path: '/channels/:channel/messages/pins/:message',
    auth: 'bot',
    ...perChannel('pins.change', 5, 5000),
    run: (call) => {
      const { channel, row } = named(call);
      pinMessage(call.context.hub, channel, row, call.context.hub.world.botUserId);
      return noContent;
    },
  },
  {
    method: 'DELETE',
    path: '/channels/:channel/messages/pins/:message',
    auth: 'bot',
    ...perChannel('pins.change', 5, 5000),
    run: (call) => {
      const { channel, row } = named(call);
      unpinMessage(call.context.hub, channel, row);
      return noContent;
    },
  },
];

function named(call: RestCall) {
  const channel = botChannel(call, 'PIN_MESSAGES');
  return { channel, row: findMessage(call, channel) };
}

const autoArchive = z.literal([60, 1440, 4320, 10_080]);
const name = z.string().trim().min(1).max(100);
const openSchema = z.object({
  name,
  auto_archive_duration: autoArchive.default(1440),
  rate_limit_per_user: z.int().min(0).max(21_600).nullish(),
});
const changeSchema = z.object({
  name: name.optional(),
  archived: z.boolean().optional(),
  locked: z.boolean().optional(),
  auto_archive_duration: autoArchive.optional(),
});

/** Threads of messages. */
export const threadEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/channels/:channel/messages/:message/threads',
    auth: 'bot',
    ...perChannel('threads.create', 5, 5000),
    run: (call) => {
      const channel = botChannel(call, 'CREATE_PUBLIC_THREADS');
      const row = findMessage(call, channel);
      const form = parseForm(openSchema, call.body);
      const autoArchiveMinutes = form.auto_archive_duration;
      const { hub } = call.context;
      const thread = openThread(hub, channel, row, { name: form.name, autoArchive: autoArchiveMinutes });
      return created(channelJson(hub, thread));
    },
  },
  {
    method: 'PATCH',
    path: '/channels/:channel',
    auth: 'bot',
    ...perChannel('channels.edit', 5, 5000),
    run: (call) => {
      const channel = botChannel(call);
      const { hub } = call.context;
      // Only threads can be changed, since the bot has no permission to manage channels.
      if (!channel.thread) throw refuse.missingPermissions();
      const form = parseForm(changeSchema, call.body);
      const isOwn = channel.thread.ownerId === hub.world.botUserId;
      const mayManage = hub.may(hub.world.botUserId, channel, 'MANAGE_THREADS');
      const isAboutLock = channel.thread.locked || form.locked !== undefined;
      // Locking and unlocking need the permission; the thread's creator may archive without it.
      if (!mayManage && (!isOwn || isAboutLock)) throw refuse.missingPermissions();
      changeThread(hub, channel, form);
      return ok(channelJson(hub, channel));
    },
  },
];
