import { DiscordError, refuse } from '../core/errors.js';
import type { Hub } from '../core/hub.js';
import type { ChannelRow, JsonObject, MessageRow, UserRow } from '../core/state.js';
import { allComponents } from '../core/layout-schema.js';
import { GENERAL_CHANNEL_ID } from '../../identity.js';

/** A persona in a channel that it can see. */
export interface PersonAt {
  readonly user: UserRow;
  readonly channel: ChannelRow;
}

/**
 * Finds the person and the channel of an action, each by id or name; `dm` is the bot's direct messages, and the public
 * channel the default. Refused when the person does not see the channel.
 */
export function personAt(hub: Hub, user: string, channel: string | undefined): PersonAt {
  const person = hub.person(user);
  const place =
    channel === 'dm' ? hub.directChannel(person.id) : hub.findChannel(channel ?? GENERAL_CHANNEL_ID);
  if (!place) throw refuse.unknownChannel();
  if (!hub.may(person.id, place, 'VIEW_CHANNEL')) throw refuse.missingAccess();
  return { user: person, channel: place };
}

/** A message that the person sees in the channel. */
export function seenMessage(hub: Hub, at: PersonAt, messageId: string): MessageRow {
  const row = hub.findMessage(at.channel.id, messageId);
  if (!row || (row.visibleTo !== null && row.visibleTo !== at.user.id)) throw refuse.unknownMessage();
  return row;
}

/** An existing, usable component of a message: of the right kind and not disabled. */
export function usableComponent(row: MessageRow, customId: string): JsonObject {
  const part = allComponents(row.components).find((one) => one['custom_id'] === customId);
  if (!part) throw new DiscordError(404, 50035, `The message has no component "${customId}"`);
  if (part['disabled'] === true) throw new DiscordError(409, 50035, `"${customId}" is disabled`);
  return part;
}
