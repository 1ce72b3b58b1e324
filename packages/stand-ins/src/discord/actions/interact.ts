import { DiscordError, refuse, parseForm, asObjects } from '../core/errors.js';
import type { Hub } from '../core/hub.js';
import type { ChannelRow, JsonObject, MessageRow, UserRow, CommandRow } from '../core/state.js';
import { allComponents } from '../core/component-schema.js';
import { GENERAL_CHANNEL_ID } from '../../identity.js';
import { z } from 'zod';
import { allows, channelPermissions } from '../core/permissions.js';
import { commandData, findCommand } from '../interactions/command-data.js';
import { INTERACTION, type Interactions, type InteractionStart } from '../interactions/interactions.js';
import { filesForm, ModalFiles, modalData } from '../interactions/modal-data.js';
import { outcomeOf, type Outcome } from '../interactions/callback.js';

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

/** Time for which a control call waits for the visible outcome, ms. */
const TIMEOUT_MS = 4000;

const place = { user: z.string(), channel: z.string().optional() };
const options = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({});
const call = { ...place, name: z.string().min(1), options };
/** `without`: parts of the interaction that Discord leaves out. */
const commandForm = z.strictObject({ ...call, without: z.array(z.string()).default([]) });
const autocompleteForm = z.strictObject({ ...call, focused: z.string() });
/** `forged`: imitates a modified client, which sends any custom id from a message without such a component. */
const forged = z.boolean().default(false);
const buttonForm = z.strictObject({ ...place, message: z.string(), customId: z.string(), forged });
const selectForm = z.strictObject({ ...buttonForm.shape, values: z.array(z.string()).max(25) });
const modalForm = z.strictObject({
  user: z.string(),
  interaction: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** Imitates a modified client, which sends the window's values under another custom id. */
  forgedId: z.string().optional(),
  files: filesForm,
});

/** @param address the stand-in's address for programs on this machine */
type Action = (body: unknown, address: string) => Promise<Outcome>;

/** The actions that end in an interaction with the application, by the last part of their address. */
export function interactionActions(hub: Hub, interactions: Interactions): Record<string, Action> {
  const run = (start: InteractionStart): Promise<Outcome> =>
    outcomeOf(hub, interactions.start(start), TIMEOUT_MS);
  const at = (person: PersonAt) => ({ userId: person.user.id, channelId: person.channel.id });
  return {
    command: async (body) => {
      const form = parseForm(commandForm, body);
      const person = personAt(hub, form.user, form.channel);
      const command = runnableCommand(hub, person, form.name);
      const data = commandData(hub, command, form.name, form.options);
      const { without } = form;
      return run({ type: INTERACTION.COMMAND, ...at(person), data, commandName: command.name, without });
    },
    autocomplete: async (body) => {
      const form = parseForm(autocompleteForm, body);
      const person = personAt(hub, form.user, form.channel);
      const command = runnableCommand(hub, person, form.name);
      const data = commandData(hub, command, form.name, form.options, form.focused);
      return run({ type: INTERACTION.AUTOCOMPLETE, ...at(person), data, commandName: command.name });
    },
    button: async (body) => {
      const form = parseForm(buttonForm, body);
      const person = personAt(hub, form.user, form.channel);
      const source = seenMessage(hub, person, form.message);
      const part = form.forged ? { type: 2, id: 1 } : usableComponent(source, form.customId);
      if (part['type'] !== 2) throw wrongKind(form.customId, 'button');
      const data = { component_type: 2, custom_id: form.customId, id: part['id'] };
      return run({ type: INTERACTION.COMPONENT, ...at(person), data, source });
    },
    select: async (body) => {
      const form = parseForm(selectForm, body);
      const person = personAt(hub, form.user, form.channel);
      const source = seenMessage(hub, person, form.message);
      const part = form.forged ? { type: 3, id: 1 } : usableComponent(source, form.customId);
      if (part['type'] !== 3) throw wrongKind(form.customId, 'list');
      if (!form.forged) requireChoices(part, form.values);
      const data = { component_type: 3, custom_id: form.customId, id: part['id'], values: form.values };
      return run({ type: INTERACTION.COMPONENT, ...at(person), data, source });
    },
    modal: async (body, address) => {
      const form = parseForm(modalForm, body);
      const opened = interactions.find(form.interaction);
      const user = hub.person(form.user);
      if (!opened?.modal || opened.userId !== user.id) throw refuse.unknownInteraction();
      const source =
        opened.sourceId === null ? undefined : hub.findMessage(opened.channelId, opened.sourceId);
      return run({
        type: INTERACTION.MODAL,
        userId: user.id,
        channelId: opened.channelId,
        data: modalData(
          { ...opened.modal, ...named(form.forgedId) },
          form.values,
          new ModalFiles(hub, form.files, address),
        ),
        ...(source ? { source } : {}),
      });
    },
  };
}

/** Tells whether Discord offers a command to a person here: permitted, and in direct messages global. */
export function mayRun(hub: Hub, person: PersonAt, command: CommandRow): boolean {
  const { user, channel } = person;
  if (channel.type === 1) {
    const contexts = command['contexts'];
    const closed = command['guild_id'] !== undefined || command['dm_permission'] === false;
    return !closed && (!Array.isArray(contexts) || contexts.includes(1));
  }
  const member = hub.findMember(user.id);
  if (!member) return false;
  const contexts = command['contexts'];
  if (Array.isArray(contexts) && !contexts.includes(0)) return false;
  const bits = channelPermissions(hub.state, hub.world.guildId, member, channel);
  if (!allows(bits, 'USE_APPLICATION_COMMANDS')) return false;
  const needed = command['default_member_permissions'];
  if (typeof needed !== 'string' || user.id === hub.state.ownerId) return true;
  return needed !== '0' && (bits & BigInt(needed)) === BigInt(needed);
}

function runnableCommand(hub: Hub, person: PersonAt, name: string): CommandRow {
  const command = findCommand(hub, name, person.channel.type === 1);
  if (!mayRun(hub, person, command)) throw refuse.missingPermissions();
  return command;
}

function requireChoices(part: JsonObject, values: readonly string[]): void {
  const known = asObjects(part['options']).map((one) => one['value']);
  const least = typeof part['min_values'] === 'number' ? part['min_values'] : 1;
  const most = typeof part['max_values'] === 'number' ? part['max_values'] : 1;
  if (values.length < least || values.length > most || values.some((value) => !known.includes(value)))
    throw new DiscordError(400, 50035, 'These values can’t be chosen');
}

const named = (customId: string | undefined) => (customId === undefined ? {} : { custom_id: customId });

function wrongKind(customId: string, kind: string): DiscordError {
  return new DiscordError(400, 50035, `"${customId}" is not a ${kind}`);
}
