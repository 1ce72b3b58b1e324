import { z } from 'zod';
import { DiscordError, refuse } from '../core/errors.js';
import { parseForm } from '../core/form-body.js';
import type { Hub } from '../core/hub.js';
import { allows, channelPermissions } from '../core/permissions.js';
import { asObjects } from '../core/json.js';
import type { CommandRow, JsonObject } from '../core/state.js';
import { commandData, findCommand } from '../interactions/command-data.js';
import { INTERACTION, type Interactions, type InteractionStart } from '../interactions/interactions.js';
import { filesForm, ModalFiles } from '../interactions/modal-files.js';
import { modalData } from '../interactions/modal-data.js';
import { outcomeOf, type Outcome } from '../interactions/outcome.js';
import { personAt, seenMessage, usableComponent, type PersonAt } from './person.js';

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
