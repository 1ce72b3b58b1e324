import type { RESTGetAPIChannelMessagesPinsResult } from 'discord.js';
import { discordErrors, parseForm } from '../core/errors.js';
import { pinMessage, listPins, unpinMessage, changeThread, openThread } from '../core/threads.js';
import { messageJson, type Shown, channelJson } from '../core/json-views.js';
import {
  findBotChannel,
  answerNoContent,
  answerOk,
  type Endpoint,
  type RestCall,
  answerCreated,
} from './answer-call.js';
import { findMessage, channelBucket } from './messages.js';
import { z } from 'zod';

const MAX_LISTED_PINS = 50;

/** Endpoints for the pinned messages of a channel; since 2026, pinning needs a permission of its own. */
export const pinEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/channels/:channel/messages/pins',
    auth: 'bot',
    ...channelBucket('pins.list', 50, 5000),
    run: (call) => {
      const channel = findBotChannel(call);
      const { hub } = call.context;
      if (!hub.hasPermission(hub.world.botUserId, channel, 'READ_MESSAGE_HISTORY'))
        throw discordErrors.missingAccess();
      const pins = listPins(hub, channel.id);
      const items = pins.slice(0, MAX_LISTED_PINS).map((row) => ({
        pinned_at: new Date(row.pinnedAt ?? 0).toISOString(),
        message: messageJson(hub, row),
      }));
      return answerOk({
        items,
        has_more: pins.length > MAX_LISTED_PINS,
      } satisfies Shown<RESTGetAPIChannelMessagesPinsResult>);
    },
  },
  {
    method: 'PUT',
    path: '/channels/:channel/messages/pins/:message',
    auth: 'bot',
    ...channelBucket('pins.change', 5, 5000),
    run: (call) => {
      const { channel, row } = findPinTarget(call);
      pinMessage(call.context.hub, channel, row, call.context.hub.world.botUserId);
      return answerNoContent;
    },
  },
  {
    method: 'DELETE',
    path: '/channels/:channel/messages/pins/:message',
    auth: 'bot',
    ...channelBucket('pins.change', 5, 5000),
    run: (call) => {
      const { channel, row } = findPinTarget(call);
      unpinMessage(call.context.hub, channel, row);
      return answerNoContent;
    },
  },
];

function findPinTarget(call: RestCall) {
  const channel = findBotChannel(call, 'PIN_MESSAGES');
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

/** Endpoints for threads below messages. */
export const threadEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/channels/:channel/messages/:message/threads',
    auth: 'bot',
    ...channelBucket('threads.create', 5, 5000),
    run: (call) => {
      const channel = findBotChannel(call, 'CREATE_PUBLIC_THREADS');
      const row = findMessage(call, channel);
      const form = parseForm(openSchema, call.body);
      const autoArchiveMinutes = form.auto_archive_duration;
      const { hub } = call.context;
      const thread = openThread(hub, channel, row, { name: form.name, autoArchive: autoArchiveMinutes });
      return answerCreated(channelJson(hub, thread));
    },
  },
  {
    method: 'PATCH',
    path: '/channels/:channel',
    auth: 'bot',
    ...channelBucket('channels.edit', 5, 5000),
    run: (call) => {
      const channel = findBotChannel(call);
      const { hub } = call.context;
      // Only threads can be changed, since the bot has no permission to manage channels.
      if (!channel.thread) throw discordErrors.missingPermissions();
      const form = parseForm(changeSchema, call.body);
      const isOwn = channel.thread.ownerId === hub.world.botUserId;
      const mayManage = hub.hasPermission(hub.world.botUserId, channel, 'MANAGE_THREADS');
      const isAboutLock = channel.thread.locked || form.locked !== undefined;
      // Locking and unlocking need the permission to manage threads; the thread's creator may archive it without.
      if (!mayManage && (!isOwn || isAboutLock)) throw discordErrors.missingPermissions();
      changeThread(hub, channel, form);
      return answerOk(channelJson(hub, channel));
    },
  },
];
