import {
  ComponentType,
  DiscordAPIError,
  GuildMemberRoleManager,
  RESTJSONErrorCodes,
  MessageFlags,
  type AutocompleteInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type Interaction,
  type ModalSubmitInteraction,
  type StringSelectMenuInteraction,
  type UserContextMenuCommandInteraction,
  InteractionResponseType,
  Routes,
  type REST,
} from 'discord.js';
import type { Call, Language, Reply } from '../commands/command.js';
import { parseCustomId } from '../messages/custom-id.js';
import { classifyDiscordError } from './failure.js';
import { pause } from '../timing.js';
import type { Responder, Router } from './router.js';
import { z } from 'zod';
import { reasonOf, type Logger } from '../logger.js';
import { TEXTS } from '../commands/texts.js';

type Component = ButtonInteraction | StringSelectMenuInteraction;
type Answerable =
  | ChatInputCommandInteraction
  | UserContextMenuCommandInteraction
  | Component
  | ModalSubmitInteraction;

/** Passes a call from the shop's server or from direct messages to the router; ignores calls from other servers. */
export async function answerInteraction(
  interaction: Interaction,
  router: Router,
  guildId: string,
): Promise<void> {
  if (interaction.guildId !== guildId && interaction.guildId !== null) return;
  if (interaction.isAutocomplete()) await answerAutocomplete(interaction, router);
  else if (interaction.isChatInputCommand())
    await router.handleCall(toSlashCall(interaction), createResponder(interaction));
  else if (interaction.isUserContextMenuCommand())
    await router.handleCall(toMemberCall(interaction), createResponder(interaction));
  else if (interaction.isButton() || interaction.isStringSelectMenu())
    await router.handleCall(toComponentCall(interaction), createResponder(interaction));
  else if (interaction.isModalSubmit())
    await router.handleCall(toModalCall(interaction), createResponder(interaction));
}

/** Answers Discord with suggestions for the option that a person is typing. */
async function answerAutocomplete(interaction: AutocompleteInteraction, router: Router): Promise<void> {
  const { name, value } = interaction.options.getFocused(true);
  const asked = {
    userId: interaction.user.id,
    language: languageForLocale(interaction.locale),
    text: value.slice(0, 100),
  };
  await router.sendProposals(interaction.commandName, name, asked, (choices) => interaction.respond(choices));
}

type Caller = Pick<Call, 'id' | 'token' | 'userId' | 'userName' | 'roleIds' | 'language' | 'isDirectMessage'>;

function readCaller(interaction: Answerable): Caller {
  const roles = interaction.member?.roles;
  const roleIds = roles instanceof GuildMemberRoleManager ? [...roles.cache.keys()] : (roles ?? []);
  const isDirectMessage = interaction.guildId === null;
  const { id: userId, username: userName } = interaction.user;
  return {
    id: interaction.id,
    token: interaction.token,
    userId,
    userName,
    roleIds,
    language: languageForLocale(interaction.locale),
    isDirectMessage,
  };
}

/** German for German locales; English for all others, and without a locale. */
export function languageForLocale(locale: unknown): Language {
  return typeof locale === 'string' && locale.startsWith('de') ? 'de' : 'en';
}

function toSlashCall(interaction: ChatInputCommandInteraction): Call {
  const options: Record<string, string | number> = {};
  for (const { name, value } of interaction.options.data)
    if (typeof value === 'string' || typeof value === 'number') options[name] = value;
  return { kind: 'slash', name: interaction.commandName, options, args: [], ...readCaller(interaction) };
}

const toMemberCall = (interaction: UserContextMenuCommandInteraction): Call => ({
  kind: 'member',
  name: interaction.commandName,
  memberId: interaction.targetId,
  options: {},
  args: [],
  ...readCaller(interaction),
});

const UNKNOWN = { name: 'unknown', args: [] };

function toComponentCall(interaction: Component): Call {
  const { name, args } = parseCustomId(interaction.customId) ?? UNKNOWN;
  const chosen = interaction.isStringSelectMenu() ? interaction.values : [];
  return {
    kind: 'component',
    name,
    args: [...args, ...chosen],
    options: {},
    readMessage: () => interaction.message.components.map((one) => one.toJSON()),
    ...readCaller(interaction),
  };
}

function toModalCall(interaction: ModalSubmitInteraction): Call {
  const { name, args } = parseCustomId(interaction.customId) ?? UNKNOWN;
  const options: Record<string, string> = {};
  const written: string[] = [];
  const files: Record<string, string[]> = {};
  for (const [id, field] of interaction.fields.fields) {
    if ('value' in field && typeof field.value === 'string') {
      options[id] = field.value;
      written.push(field.value);
    } else if (field.type === ComponentType.FileUpload)
      files[id] = [...(field.attachments?.values() ?? [])].map(({ url }) => url);
    else if ('values' in field) options[id] = field.values[0] ?? '';
  }
  return { kind: 'modal', name, args, options, written, files, ...readCaller(interaction) };
}

const withoutUndefined = <T extends object>(message: T): T =>
  Object.assign(
    {},
    ...Object.entries(message).flatMap(([key, value]) => (value === undefined ? [] : { [key]: value })),
  );

/** Waits before retries of calls after the first answer, ms; a repetition does no harm. */
const RETRY_DELAYS_MS = [500, 2_000, 5_000] as const;

/** Time limit of a retry, ms: Discord accepts a first answer only within 3 s of the call. */
const FIRST_ANSWER_TIMEOUT_MS = 2_000;

/**
 * Acknowledges a call, with one retry after a broken connection. "Already acknowledged" means success on the retry, and
 * on the first try that another bot was faster.
 * @throws DiscordAPIError and others; the action must then not run
 */
async function acknowledgeOnce(interaction: Answerable, acknowledge: () => Promise<unknown>): Promise<void> {
  const begunAt = performance.now();
  try {
    await acknowledge();
    return;
  } catch (error) {
    const isInTime = performance.now() - begunAt < FIRST_ANSWER_TIMEOUT_MS;
    if (classifyDiscordError(error).kind !== 'unreachable' || !isInTime) throw error;
  }
  try {
    await acknowledge();
  } catch (error) {
    if (!(error instanceof DiscordAPIError) || error.code !== ALREADY_ACKNOWLEDGED) throw error;
    interaction.deferred = true;
  }
}

const ALREADY_ACKNOWLEDGED = RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged;

async function sendAnswerWithRetries(send: () => Promise<unknown>): Promise<void> {
  for (const waitMs of RETRY_DELAYS_MS) {
    try {
      await send();
      return;
    } catch (error) {
      if (classifyDiscordError(error).kind !== 'unreachable') throw error;
    }
    await pause(waitMs);
  }
  await send();
}

// Set on each reply, even though discord.js has the same default, so that no reply can ping anyone.
const withoutPings = ({ content, embeds, components }: Reply) => ({
  content,
  embeds,
  components,
  allowedMentions: { parse: [] },
});

type InteractionFromMessage =
  | Component
  | (ModalSubmitInteraction & Pick<Component, 'message' | 'deferUpdate'>);

/** True when the interaction came from a message: always for a component, and for a modal that a component opened. */
const isFromMessage = (interaction: Answerable): interaction is InteractionFromMessage =>
  interaction.isMessageComponent() || (interaction.isModalSubmit() && interaction.isFromMessage());

function createResponder(interaction: Answerable): Responder {
  const ephemeralFlags = (ephemeral: boolean) => (ephemeral ? ([MessageFlags.Ephemeral] as const) : []);
  const layoutFlags = ({ isV2 }: Reply) => (isV2 ? ([MessageFlags.IsComponentsV2] as const) : []);
  // A follow-up is retried, since a duplicate does less harm than a missing one.
  const followUp = (reply: Reply): Promise<void> =>
    sendAnswerWithRetries(() =>
      interaction.followUp({
        ...withoutPings(reply),
        flags: [MessageFlags.Ephemeral, ...layoutFlags(reply)],
      }),
    );
  return {
    get canUpdateMessage() {
      return isFromMessage(interaction) && interaction.message.flags.has(MessageFlags.Ephemeral);
    },
    async defer(ephemeral) {
      await acknowledgeOnce(interaction, () => interaction.deferReply({ flags: ephemeralFlags(ephemeral) }));
    },
    async deferUpdate() {
      await acknowledgeOnce(interaction, async () => {
        if (isFromMessage(interaction)) await interaction.deferUpdate();
      });
    },
    async answer(reply, ephemeral) {
      await interaction.reply({
        ...withoutPings(reply),
        flags: [...ephemeralFlags(ephemeral), ...layoutFlags(reply)],
      });
    },
    async answerDeferred(reply, replaces) {
      const whole = replaces && !reply.isV2 ? { content: '', embeds: [], components: [] } : {};
      await sendAnswerWithRetries(() =>
        interaction.editReply({
          ...whole,
          ...withoutUndefined(withoutPings(reply)),
          flags: [...layoutFlags(reply)],
        }),
      );
    },
    followUp,
    async replaceByPrivateAnswer(reply) {
      // The deferred answer is deleted first, since Discord would otherwise turn the follow-up into the public answer.
      await sendAnswerWithRetries(() => interaction.deleteReply());
      await followUp(reply);
    },
    async openModal(modal) {
      if (!interaction.isModalSubmit()) await interaction.showModal(modal);
    },
  };
}

/** Fields needed to answer an interaction; autocomplete is excluded, since it accepts no message. */
const interactionPacket = z.object({
  t: z.literal('INTERACTION_CREATE'),
  d: z.object({
    id: z.string().regex(/^\d{1,20}$/),
    token: z.string().min(1),
    type: z.union([z.literal(2), z.literal(3), z.literal(5)]),
    guild_id: z.string().nullish(),
    locale: z.unknown(),
  }),
});

export interface UnreadableDeps {
  packet: unknown;
  rest: REST;
  guildId: string;
  logger: Logger;
}

/** Answers a call that discord.js could not read with an error text; never throws. */
export async function answerUnreadable({ packet, rest, guildId, logger }: UnreadableDeps): Promise<void> {
  const parsed = interactionPacket.safeParse(packet);
  if (!parsed.success) return;
  const { id, token, locale, guild_id: from = null } = parsed.data.d;
  // A call without a server id comes from direct messages with the bot.
  if (from !== null && from !== guildId) return;
  const data = {
    content: TEXTS[languageForLocale(locale)].failed,
    flags: MessageFlags.Ephemeral,
    allowed_mentions: { parse: [] },
  };
  try {
    const body = { type: InteractionResponseType.ChannelMessageWithSource, data };
    await rest.post(Routes.interactionCallback(id, token), { body, auth: false });
  } catch (error) {
    logger.warn('unreadable call not answered', { reason: reasonOf(error) });
  }
}
