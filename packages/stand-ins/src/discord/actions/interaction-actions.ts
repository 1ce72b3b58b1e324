import { DiscordError, discordErrors, parseForm } from '../core/errors.js';
import { asObjects } from '../core/json-values.js';
import type { Hub } from '../core/hub.js';
import type { ChannelRow, JsonObject, MessageRow, UserRow, CommandRow } from '../core/state.js';
import { allComponents } from '../core/component-schema.js';
import { GENERAL_CHANNEL_ID } from '../../fixed-ids.js';
import { z } from 'zod';
import { hasPermission, channelPermissions } from '../core/permissions.js';
import {
  commandData,
  findCommand,
  findMemberCommand,
  memberCommandData,
} from '../interactions/command-data.js';
import { INTERACTION, type Interactions, type InteractionStart } from '../interactions/interactions.js';
import { filesForm, ModalFiles, modalData } from '../interactions/modal-data.js';
import { waitForOutcome, type Outcome } from '../interactions/callback.js';

/** A persona, and a channel that it can see. */
export interface PersonAt {
  readonly user: UserRow;
  readonly channel: ChannelRow;
}

/**
 * Finds the person and the channel of an action, each by id or name; `dm` means the bot's direct messages, and the
 * public channel is the default. Refuses a channel that the person does not see.
 */
export function findPersonAt(hub: Hub, user: string, channel: string | undefined): PersonAt {
  const person = hub.getPerson(user);
  const place =
    channel === 'dm' ? hub.openDirectChannel(person.id) : hub.findChannel(channel ?? GENERAL_CHANNEL_ID);
  if (!place) throw discordErrors.unknownChannel();
  if (!hub.hasPermission(person.id, place, 'VIEW_CHANNEL')) throw discordErrors.missingAccess();
  return { user: person, channel: place };
}

/** Finds a message that the person can see in the channel. */
export function findVisibleMessage(hub: Hub, at: PersonAt, messageId: string): MessageRow {
  const row = hub.findMessage(at.channel.id, messageId);
  if (!row || (row.visibleTo !== null && row.visibleTo !== at.user.id)) throw discordErrors.unknownMessage();
  return row;
}

/** Finds a button or menu of a message that is not disabled. */
export function findUsableComponent(row: MessageRow, customId: string): JsonObject {
  const part = allComponents(row.components).find((one) => one['custom_id'] === customId);
  if (!part) throw new DiscordError(404, 50035, `The message has no component "${customId}"`);
  if (part['disabled'] === true) throw new DiscordError(409, 50035, `"${customId}" is disabled`);
  return part;
}

/** Time for which a control call waits for what the person sees as the result, ms. */
const TIMEOUT_MS = 4000;

const place = { user: z.string(), channel: z.string().optional() };
const options = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({});
const call = { ...place, name: z.string().min(1), options };
/** `without`: parts of the interaction that Discord would leave out. */
const commandForm = z.strictObject({ ...call, without: z.array(z.string()).default([]) });
/** `target`: the person whose menu is used, by id or name. */
const memberForm = z.strictObject({ ...place, name: z.string().min(1), target: z.string() });
const autocompleteForm = z.strictObject({ ...call, focused: z.string() });
/** `forged`: imitates a manipulated client, which sends any custom id from a message without such a button or menu. */
const forged = z.boolean().default(false);
const buttonForm = z.strictObject({ ...place, message: z.string(), customId: z.string(), forged });
const selectForm = z.strictObject({ ...buttonForm.shape, values: z.array(z.string()).max(25) });
const modalForm = z.strictObject({
  user: z.string(),
  interaction: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** Imitates a manipulated client, which sends the values of a modal under another custom id. */
  forgedId: z.string().optional(),
  files: filesForm,
});

/**
 * Creates the test actions of people that start an interaction.
 * @param address the stand-in's address for programs on this machine
 */
type Action = (body: unknown, address: string) => Promise<Outcome>;

/** Test actions that start an interaction with the bot, by the last part of their address. */
export function createInteractionActions(hub: Hub, interactions: Interactions): Record<string, Action> {
  const runInteraction = (start: InteractionStart): Promise<Outcome> =>
    waitForOutcome(hub, interactions.startInteraction(start), TIMEOUT_MS);
  const getPlaceOf = (person: PersonAt) => ({ userId: person.user.id, channelId: person.channel.id });
  return {
    command: async (body) => {
      const form = parseForm(commandForm, body);
      const person = findPersonAt(hub, form.user, form.channel);
      const command = findRunnableCommand(hub, person, form.name);
      const data = commandData(hub, command, form.name, form.options);
      const { without } = form;
      return runInteraction({
        type: INTERACTION.COMMAND,
        ...getPlaceOf(person),
        data,
        commandName: command.name,
        without,
      });
    },
    'member-command': async (body) => runInteraction(startMemberCommand(hub, body)),
    autocomplete: async (body) => {
      const form = parseForm(autocompleteForm, body);
      const person = findPersonAt(hub, form.user, form.channel);
      const command = findRunnableCommand(hub, person, form.name);
      const data = commandData(hub, command, form.name, form.options, form.focused);
      return runInteraction({
        type: INTERACTION.AUTOCOMPLETE,
        ...getPlaceOf(person),
        data,
        commandName: command.name,
      });
    },
    button: async (body) => {
      const form = parseForm(buttonForm, body);
      const person = findPersonAt(hub, form.user, form.channel);
      const source = findVisibleMessage(hub, person, form.message);
      const part = form.forged ? { type: 2, id: 1 } : findUsableComponent(source, form.customId);
      if (part['type'] !== 2) throw wrongKindError(form.customId, 'button');
      const data = { component_type: 2, custom_id: form.customId, id: part['id'] };
      return runInteraction({ type: INTERACTION.COMPONENT, ...getPlaceOf(person), data, source });
    },
    select: async (body) => {
      const form = parseForm(selectForm, body);
      const person = findPersonAt(hub, form.user, form.channel);
      const source = findVisibleMessage(hub, person, form.message);
      const part = form.forged ? { type: 3, id: 1 } : findUsableComponent(source, form.customId);
      if (part['type'] !== 3) throw wrongKindError(form.customId, 'list');
      if (!form.forged) assertChoices(part, form.values);
      const data = { component_type: 3, custom_id: form.customId, id: part['id'], values: form.values };
      return runInteraction({ type: INTERACTION.COMPONENT, ...getPlaceOf(person), data, source });
    },
    modal: async (body, address) => {
      const form = parseForm(modalForm, body);
      const opened = interactions.findInteraction(form.interaction);
      const user = hub.getPerson(form.user);
      if (!opened?.modal || opened.userId !== user.id) throw discordErrors.unknownInteraction();
      const source =
        opened.sourceId === null ? undefined : hub.findMessage(opened.channelId, opened.sourceId);
      return runInteraction({
        type: INTERACTION.MODAL,
        userId: user.id,
        channelId: opened.channelId,
        data: modalData(
          { ...opened.modal, ...customIdField(form.forgedId) },
          form.values,
          new ModalFiles(hub, form.files, address),
        ),
        ...(source ? { source } : {}),
      });
    },
  };
}

/** Starts a command in the menu of a member, as another member. */
function startMemberCommand(hub: Hub, body: unknown): InteractionStart {
  const form = parseForm(memberForm, body);
  const person = findPersonAt(hub, form.user, form.channel);
  const command = findMemberCommand(hub, form.name);
  if (!canRunCommand(hub, person, command)) throw discordErrors.missingPermissions();
  return {
    type: INTERACTION.COMMAND,
    userId: person.user.id,
    channelId: person.channel.id,
    data: memberCommandData(hub, command, form.target),
    commandName: command.name,
  };
}

/** True when Discord offers the command to the person in the channel: permitted and, in direct messages, global. */
export function canRunCommand(hub: Hub, person: PersonAt, command: CommandRow): boolean {
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
  if (!hasPermission(bits, 'USE_APPLICATION_COMMANDS')) return false;
  const needed = command['default_member_permissions'];
  if (typeof needed !== 'string' || user.id === hub.state.ownerId) return true;
  return needed !== '0' && (bits & BigInt(needed)) === BigInt(needed);
}

function findRunnableCommand(hub: Hub, person: PersonAt, name: string): CommandRow {
  const command = findCommand(hub, name, person.channel.type === 1);
  if (!canRunCommand(hub, person, command)) throw discordErrors.missingPermissions();
  return command;
}

function assertChoices(part: JsonObject, values: readonly string[]): void {
  const known = asObjects(part['options']).map((one) => one['value']);
  const least = typeof part['min_values'] === 'number' ? part['min_values'] : 1;
  const most = typeof part['max_values'] === 'number' ? part['max_values'] : 1;
  if (values.length < least || values.length > most || values.some((value) => !known.includes(value)))
    throw new DiscordError(400, 50035, 'These values can’t be chosen');
}

const customIdField = (customId: string | undefined) =>
  customId === undefined ? {} : { custom_id: customId };

function wrongKindError(customId: string, kind: string): DiscordError {
  return new DiscordError(400, 50035, `"${customId}" is not a ${kind}`);
}
