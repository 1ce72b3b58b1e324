import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionContextType,
  Locale,
  Routes,
  type APIApplicationCommandOption,
  type REST,
  type RESTPutAPIApplicationCommandsJSONBody,
  type RESTPutAPIApplicationGuildCommandsJSONBody,
} from 'discord.js';
import { z } from 'zod';
import type { CommandIds, Localised, MemberCommand, SlashCommand, SlashOption } from '../commands/command.js';
import { passFailpoint } from '../failpoints.js';
import type { BotReport } from '@pax/contracts';
import { Backoff, pause } from '../timing.js';
import { classifyDiscordError } from './failure.js';
import type { Logger } from '../logger.js';

type CommandBody = RESTPutAPIApplicationGuildCommandsJSONBody[number];
type DirectMessageCommandBody = RESTPutAPIApplicationCommandsJSONBody[number];

const germanLocalization = ({ de }: Localised) => ({ [Locale.German]: de });

function toOptionBody(option: SlashOption): APIApplicationCommandOption {
  const { name, type, description, required = false, choices, complete, min = 1 } = option;
  const described = {
    name,
    description: description.en,
    description_localizations: germanLocalization(description),
  };
  const shared = { ...described, required };
  const autocomplete = complete !== undefined;
  if (type === 'text' && choices)
    return {
      ...shared,
      type: ApplicationCommandOptionType.String,
      max_length: 100,
      choices: choices.map(toChoiceBody),
    };
  return type === 'text'
    ? { ...shared, type: ApplicationCommandOptionType.String, max_length: 100, autocomplete }
    : {
        ...shared,
        type: ApplicationCommandOptionType.Integer,
        min_value: min,
        max_value: 2_147_483_647,
        autocomplete,
      };
}

function toChoiceBody({ name, value }: NonNullable<SlashOption['choices']>[number]) {
  return { name: name.en, name_localizations: germanLocalization(name), value };
}

/** A command as Discord stores it. */
export function toCommandBody(command: SlashCommand | MemberCommand): CommandBody {
  const { name } = command;
  if (command.kind === 'member')
    return {
      type: ApplicationCommandType.User,
      name,
      name_localizations: germanLocalization(command.label),
    };
  const { description, options } = command;
  return {
    type: ApplicationCommandType.ChatInput,
    name,
    description: description.en,
    description_localizations: germanLocalization(description),
    options: options.map(toOptionBody),
  };
}

const localizations = z.record(z.string(), z.string()).nullish().default(null);
/** Fields of a command that the bot sets and compares; Discord adds further ones. */
const comparedFields = z.object({
  type: z.number().default(ApplicationCommandType.ChatInput),
  name: z.string(),
  name_localizations: localizations,
  description: z.string().default(''),
  description_localizations: localizations,
  contexts: z.array(z.number()).nullish().default(null),
  options: z
    .array(
      z.object({
        type: z.number(),
        name: z.string(),
        description: z.string(),
        description_localizations: localizations,
        min_value: z.number().nullish().default(null),
        max_value: z.number().nullish().default(null),
        max_length: z.number().nullish().default(null),
        required: z.boolean().nullish().default(false),
        autocomplete: z.boolean().nullish().default(false),
        choices: z
          .array(z.object({ name: z.string(), name_localizations: localizations, value: z.string() }))
          .nullish()
          .default([]),
      }),
    )
    .default([]),
});

/** Converts a command list into a text that can be compared; undefined for an invalid list, which is then replaced. */
function fingerprintCommands(commands: unknown): string | undefined {
  const list = z.array(comparedFields).safeParse(commands).data;
  return list
    ?.map((command) => JSON.stringify(command))
    .toSorted()
    .join('\n');
}

export interface RegisterDeps {
  rest: REST;
  clientId: string;
  guildId: string;
  commands: readonly (SlashCommand | MemberCommand)[];
  /** Receives Discord's ids of the commands. */
  commandIds: CommandIds;
}

const storedIds = z.array(z.object({ id: z.string(), name: z.string() }));

/** Replaces all commands at one Discord route by the bot's, if they differ. @returns whether they differed, and their ids */
async function registerCommandsAt(
  rest: REST,
  route: `/${string}`,
  wanted: readonly DirectMessageCommandBody[],
): Promise<{ changed: boolean; ids: ReadonlyMap<string, string> }> {
  const query = new URLSearchParams({ with_localizations: 'true' });
  const stored = await rest.get(route, { query });
  const changed = fingerprintCommands(stored) !== fingerprintCommands(wanted);
  const listed = storedIds.safeParse(changed ? await rest.put(route, { body: wanted }) : stored);
  return { changed, ids: new Map(listed.data?.map(({ id, name }) => [name, id])) };
}

/**
 * Registers the commands of the server, and the commands of direct messages, where server commands are not offered.
 * @returns true if any differed
 */
export async function registerCommands({
  rest,
  clientId,
  guildId,
  commands,
  commandIds,
}: RegisterDeps): Promise<boolean> {
  const onServer = Routes.applicationGuildCommands(clientId, guildId);
  const server = await registerCommandsAt(rest, onServer, commands.map(toCommandBody));
  commandIds.server = server.ids;
  const directCommands = commands
    .filter(({ policy }) => policy.worksInDirectMessages)
    .map(toDirectMessageCommandBody);
  const direct = await registerCommandsAt(rest, Routes.applicationCommands(clientId), directCommands);
  commandIds.direct = direct.ids;
  return server.changed || direct.changed;
}

const toDirectMessageCommandBody = (command: SlashCommand | MemberCommand): DirectMessageCommandBody => ({
  ...toCommandBody(command),
  contexts: [InteractionContextType.BotDM],
});

export interface CommandRegistrationDeps {
  /** Replaces Discord's command list by the bot's. @returns true if the lists differed */
  register: () => Promise<boolean>;
  logger: Logger;
  /** Called when Discord rejects the bot's token. */
  onUnauthorized: (reason: string) => void;
  /** Called when the state of the registration changed. */
  onChange: () => void;
}

/** Registers the commands, with retries until Discord accepts them; posts are sent meanwhile. */
export class CommandRegistration {
  private state: Pick<BotReport, 'commands' | 'commandsReason'> = { commands: 'pending' };
  private readonly backoff = new Backoff({ firstMs: 2_000, maxMs: 10 * 60_000 });

  constructor(private readonly deps: CommandRegistrationDeps) {}

  /** State of the command registration, for the report to the backend. */
  get report(): Pick<BotReport, 'commands' | 'commandsReason'> {
    return this.state;
  }

  /** Repeats the registration until it succeeds or the signal is aborted; never throws. */
  async keepRegistering(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !(await this.tryRegistering())) await pause(this.backoff.nextWaitMs(), signal);
  }

  private async tryRegistering(): Promise<boolean> {
    const { register, logger, onUnauthorized, onChange } = this.deps;
    try {
      const changed = await register();
      passFailpoint('bot.listed');
      this.state = { commands: 'registered' };
      onChange();
      logger.info('commands registered', { changed });
      return true;
    } catch (error) {
      const failure = classifyDiscordError(error);
      if (failure.kind === 'unauthorized') onUnauthorized(failure.reason);
      const reason = 'reason' in failure ? failure.reason : failure.kind;
      if (reason !== this.state.commandsReason) {
        logger.warn('commands not registered, tried again', { reason });
        this.state = { commands: 'failed', commandsReason: reason };
        onChange();
      }
      return false;
    }
  }
}
