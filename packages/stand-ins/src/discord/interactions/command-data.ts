import { OPTION } from '../api-description/commands.js';
import { DiscordError, discordErrors } from '../core/errors.js';
import { asObjects } from '../core/json-values.js';
import type { Hub } from '../core/hub.js';
import type { CommandRow, JsonObject } from '../core/state.js';
import { channelJson, memberPartJson, roleJson, userJson } from '../core/json-views.js';

/** Command options that a person typed, by name. */
export type TypedOptions = Readonly<Record<string, string | number | boolean>>;

/**
 * Finds a registered command by its first word: the server's command before a global one; in direct messages, only a
 * global one.
 */
export function findCommand(hub: Hub, name: string, isDirect = false): CommandRow {
  const [first = ''] = name.replace(/^\//, '').split(' ');
  const offered = isDirect ? [] : hub.state.guildCommands;
  const command = [...offered, ...hub.state.globalCommands].find(
    (one) => one.name === first && one.type === COMMAND.SLASH,
  );
  if (!command) throw new DiscordError(404, 10063, `Unknown application command "/${first}"`);
  return command;
}

/** Numbers that Discord uses for kinds of commands. */
export const COMMAND = { SLASH: 1, MEMBER: 2 } as const;

/** Finds a registered command of a member's menu by its full name; direct messages offer none. */
export function findMemberCommand(hub: Hub, name: string): CommandRow {
  const command = hub.state.guildCommands.find((one) => one.name === name && one.type === COMMAND.MEMBER);
  if (!command) throw new DiscordError(404, 10063, `Unknown application command "${name}"`);
  return command;
}

/** Builds the `data` of a command in the menu of a person, named by id or username. */
export function memberCommandData(hub: Hub, command: CommandRow, target: string): JsonObject {
  const resolved: Record<string, JsonObject> = {};
  const targetId = addResolvedUser(hub, target, resolved);
  return {
    id: command.id,
    name: command.name,
    type: COMMAND.MEMBER,
    guild_id: command['guild_id'],
    target_id: targetId,
    resolved,
  };
}

/**
 * Builds the `data` of a command interaction, with the checks of Discord's client. Names of sub-commands contain a
 * space: `order list`. `focused` is the option being typed, for autocomplete.
 */
export function commandData(
  hub: Hub,
  command: CommandRow,
  name: string,
  given: TypedOptions,
  focused?: string,
): JsonObject {
  const words = name.replace(/^\//, '').split(' ').slice(1);
  const resolved: Record<string, JsonObject> = {};
  const options = readOptions(hub, asObjects(command['options']), words, given, resolved, focused);
  return {
    id: command.id,
    name: command.name,
    type: COMMAND.SLASH,
    ...(command['guild_id'] === undefined ? {} : { guild_id: command['guild_id'] }),
    options,
    ...(Object.keys(resolved).length === 0 ? {} : { resolved }),
  };
}

function readOptions(
  hub: Hub,
  definitions: JsonObject[],
  words: string[],
  given: TypedOptions,
  resolved: Record<string, JsonObject>,
  focused: string | undefined,
): JsonObject[] {
  const nested = definitions.filter(
    (one) => one['type'] === OPTION.SUB_COMMAND || one['type'] === OPTION.GROUP,
  );
  const [word, ...rest] = words;
  if (nested.length > 0) {
    const chosen = nested.find((one) => one['name'] === word);
    if (!chosen)
      throw invalidCommand(`choose one of: ${nested.map((one) => String(one['name'])).join(', ')}`);
    const below = readOptions(hub, asObjects(chosen['options']), rest, given, resolved, focused);
    return [{ name: chosen['name'], type: chosen['type'], options: below }];
  }
  if (word !== undefined) throw invalidCommand(`there is no "${word}"`);
  const unknown = Object.keys(given).find((key) => !definitions.some((one) => one['name'] === key));
  if (unknown !== undefined) throw invalidCommand(`there is no option "${unknown}"`);
  return definitions.flatMap((definition) => {
    const key = String(definition['name']);
    const value = given[key];
    const typing = focused === key;
    if (value === undefined || value === '') {
      if (typing) return [{ name: key, type: definition['type'], value: '', focused: true }];
      if (definition['required'] === true && focused === undefined)
        throw invalidCommand(`"${key}" is required`);
      return [];
    }
    const checked = typing ? String(value) : parseOptionValue(hub, definition, value, resolved);
    return [{ name: key, type: definition['type'], value: checked, ...(typing ? { focused: true } : {}) }];
  });
}

function parseOptionValue(
  hub: Hub,
  definition: JsonObject,
  value: string | number | boolean,
  resolved: Record<string, JsonObject>,
): string | number | boolean {
  const key = String(definition['name']);
  const choices = asObjects(definition['choices']);
  if (choices.length > 0) {
    const choice = choices.find(
      (one) => one['value'] === value || one['name'] === value || String(one['value']) === value,
    );
    const picked = choice?.['value'];
    if (typeof picked !== 'string' && typeof picked !== 'number')
      throw invalidCommand(`"${key}" is not one of the choices`);
    return picked;
  }
  const text = String(value);
  switch (definition['type']) {
    case OPTION.INTEGER:
    case OPTION.NUMBER:
      return parseNumericCommandOption(definition, key, text);
    case OPTION.BOOLEAN:
      if (value === true || value === 'true') return true;
      if (value === false || value === 'false') return false;
      throw invalidCommand(`"${key}" must be true or false`);
    case OPTION.STRING:
      return parseTextOption(definition, key, text);
    case OPTION.USER:
      return addResolvedUser(hub, text, resolved);
    case OPTION.ROLE:
      return resolveRole(hub, text, resolved);
    case OPTION.CHANNEL:
      return resolveChannel(hub, text, resolved);
    default:
      throw invalidCommand(`options like "${key}" can't be filled in here`);
  }
}

function parseNumericCommandOption(definition: JsonObject, key: string, text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  const whole = definition['type'] === OPTION.INTEGER;
  if (Number.isNaN(number) || (whole && !Number.isSafeInteger(number)))
    throw invalidCommand(`"${key}" must be a number`);
  const { min_value: min, max_value: max } = definition;
  if (typeof min === 'number' && number < min) throw invalidCommand(`"${key}" must be at least ${min}`);
  if (typeof max === 'number' && number > max) throw invalidCommand(`"${key}" must be at most ${max}`);
  return number;
}

function parseTextOption(definition: JsonObject, key: string, text: string): string {
  const { min_length: min, max_length: max } = definition;
  if (typeof min === 'number' && text.length < min) throw invalidCommand(`"${key}" is too short`);
  if (text.length > (typeof max === 'number' ? max : 6000)) throw invalidCommand(`"${key}" is too long`);
  return text;
}

function addResolvedUser(hub: Hub, text: string, resolved: Record<string, JsonObject>): string {
  const user = hub.state.users.find((one) => one.id === text || one.username === text);
  if (!user) throw discordErrors.unknownUser();
  resolved['users'] = { ...resolved['users'], [user.id]: userJson(user) };
  const member = hub.findMember(user.id);
  if (member)
    resolved['members'] = {
      ...resolved['members'],
      [user.id]: { ...memberPartJson(member), permissions: '0' },
    };
  return user.id;
}

function resolveRole(hub: Hub, text: string, resolved: Record<string, JsonObject>): string {
  const role = hub.state.roles.find((one) => one.id === text || one.name === text);
  if (!role) throw discordErrors.unknownRole();
  resolved['roles'] = { ...resolved['roles'], [role.id]: roleJson(role, hub.world.botUserId) };
  return role.id;
}

function resolveChannel(hub: Hub, text: string, resolved: Record<string, JsonObject>): string {
  const channel = hub.findChannel(text);
  if (!channel) throw discordErrors.unknownChannel();
  resolved['channels'] = {
    ...resolved['channels'],
    [channel.id]: { ...channelJson(hub, channel), permissions: '0' },
  };
  return channel.id;
}

function invalidCommand(what: string): DiscordError {
  return new DiscordError(400, 50035, `Invalid command: ${what}`);
}
