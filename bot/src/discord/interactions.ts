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
  InteractionResponseType,
  Routes,
  type REST,
} from 'discord.js';
import type { Call, Language, Reply } from '../commands/command.js';
import { parseCustomId } from '../messages/custom-id.js';
import { discordFailure } from './failure.js';
import { pause } from '../waits.js';
import type { Responder, Router } from './router.js';
import { z } from 'zod';
import { reasonOf, type Logger } from '../logger.js';
import { TEXTS } from '../commands/texts.js';

type Component = ButtonInteraction | StringSelectMenuInteraction;
type Answerable = ChatInputCommandInteraction | Component | ModalSubmitInteraction;

/** Hands a call from our server or from direct messages to the router; ignores everything else. */
export async function answerInteraction(
  interaction: Interaction,
  router: Router,
  guildId: string,
): Promise<void> {
  if (interaction.guildId !== guildId && interaction.guildId !== null) return;
  if (interaction.isAutocomplete()) await propose(interaction, router);
  else if (interaction.isChatInputCommand())
    await router.handle(slashCall(interaction), responderFor(interaction));
  else if (interaction.isButton() || interaction.isStringSelectMenu())
    await router.handle(componentCall(interaction), responderFor(interaction));
  else if (interaction.isModalSubmit())
    await router.handle(modalCall(interaction), responderFor(interaction));
}

/** Proposals for the option that is being typed. */
async function propose(interaction: AutocompleteInteraction, router: Router): Promise<void> {
  const { name, value } = interaction.options.getFocused(true);
  const asked = {
    userId: interaction.user.id,
    language: languageOf(interaction.locale),
    text: value.slice(0, 100),
  };
  await router.propose(interaction.commandName, name, asked, (choices) => interaction.respond(choices));
}

type Caller = Pick<Call, 'id' | 'token' | 'userId' | 'userName' | 'roleIds' | 'language' | 'isDirect'>;

function caller(interaction: Answerable): Caller {
  const roles = interaction.member?.roles;
  const roleIds = roles instanceof GuildMemberRoleManager ? [...roles.cache.keys()] : (roles ?? []);
  const isDirect = interaction.guildId === null;
  const { id: userId, username: userName } = interaction.user;
  return {
    id: interaction.id,
    token: interaction.token,
    userId,
    userName,
    roleIds,
    language: languageOf(interaction.locale),
    isDirect,
  };
}

/** German for German locales, English for all others and for none. */
export function languageOf(locale: unknown): Language {
  return typeof locale === 'string' && locale.startsWith('de') ? 'de' : 'en';
}

function slashCall(interaction: ChatInputCommandInteraction): Call {
  const options: Record<string, string | number> = {};
  for (const { name, value } of interaction.options.data)
    if (typeof value === 'string' || typeof value === 'number') options[name] = value;
  return { kind: 'slash', name: interaction.commandName, options, args: [], ...caller(interaction) };
}

const UNKNOWN = { name: 'unknown', args: [] };

function componentCall(interaction: Component): Call {
  const { name, args } = parseCustomId(interaction.customId) ?? UNKNOWN;
  const chosen = interaction.isStringSelectMenu() ? interaction.values : [];
  return { kind: 'component', name, args: [...args, ...chosen], options: {}, ...caller(interaction) };
}

function modalCall(interaction: ModalSubmitInteraction): Call {
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
  return { kind: 'modal', name, args, options, written, files, ...caller(interaction) };
}

const given = <T extends object>(message: T): T =>
  Object.assign(
    {},
    ...Object.entries(message).flatMap(([key, value]) => (value === undefined ? [] : { [key]: value })),
  );

/** Waits before the retries of calls after the first answer, ms; a repeat does no harm. */
const AGAIN_AFTER_MS = [500, 2_000, 5_000] as const;

/** Discord takes a first answer within 3 s of the call. */
const FIRST_WITHIN_MS = 2_000;

/**
 * Makes the first answer, and repeats it once after a broken connection: "already acknowledged" then means success. To a
 * first try it means that another bot was faster. @throws DiscordAPIError and others, after which nothing may be done
 */
async function acknowledged(interaction: Answerable, acknowledge: () => Promise<unknown>): Promise<void> {
  const begunAt = performance.now();
  try {
    await acknowledge();
    return;
  } catch (error) {
    const isInTime = performance.now() - begunAt < FIRST_WITHIN_MS;
    if (discordFailure(error).kind !== 'unreachable' || !isInTime) throw error;
  }
  try {
    await acknowledge();
  } catch (error) {
    if (!(error instanceof DiscordAPIError) || error.code !== ALREADY_TAKEN) throw error;
    interaction.deferred = true;
  }
}

const ALREADY_TAKEN = RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged;

async function persistently(send: () => Promise<unknown>): Promise<void> {
  for (const waitMs of AGAIN_AFTER_MS) {
    try {
      await send();
      return;
    } catch (error) {
      if (discordFailure(error).kind !== 'unreachable') throw error;
    }
    await pause(waitMs);
  }
  await send();
}

// Set on each reply, although it is the client's default too, since no reply may ping.
const silent = ({ content, embeds, components }: Reply) => ({
  content,
  embeds,
  components,
  allowedMentions: { parse: [] },
});

type FromMessage = Component | (ModalSubmitInteraction & Pick<Component, 'message' | 'deferUpdate'>);

/** A component always has a message; a window has the one whose component opened it, a forged one none. */
const isFromMessage = (interaction: Answerable): interaction is FromMessage =>
  interaction.isMessageComponent() || (interaction.isModalSubmit() && interaction.isFromMessage());

function responderFor(interaction: Answerable): Responder {
  const privately = (ephemeral: boolean) => (ephemeral ? ([MessageFlags.Ephemeral] as const) : []);
  const styled = ({ isV2 }: Reply) => (isV2 ? ([MessageFlags.IsComponentsV2] as const) : []);
  // Retried, since a doubled follow-up does less harm than a missing one.
  const follow = (reply: Reply): Promise<void> =>
    persistently(() =>
      interaction.followUp({ ...silent(reply), flags: [MessageFlags.Ephemeral, ...styled(reply)] }),
    );
  return {
    get mayUpdate() {
      return isFromMessage(interaction) && interaction.message.flags.has(MessageFlags.Ephemeral);
    },
    async defer(ephemeral) {
      await acknowledged(interaction, () => interaction.deferReply({ flags: privately(ephemeral) }));
    },
    async deferUpdate() {
      await acknowledged(interaction, async () => {
        if (isFromMessage(interaction)) await interaction.deferUpdate();
      });
    },
    async answer(reply, ephemeral) {
      await interaction.reply({ ...silent(reply), flags: [...privately(ephemeral), ...styled(reply)] });
    },
    async finish(reply, replaces) {
      const whole = replaces && !reply.isV2 ? { content: '', embeds: [], components: [] } : {};
      await persistently(() =>
        interaction.editReply({ ...whole, ...given(silent(reply)), flags: [...styled(reply)] }),
      );
    },
    follow,
    async retract(reply) {
      // Deleted first: until then, a follow-up would take the place of the public answer.
      await persistently(() => interaction.deleteReply());
      await follow(reply);
    },
    async open(modal) {
      if (!interaction.isModalSubmit()) await interaction.showModal(modal);
    },
  };
}

/** The fields needed to answer an interaction; an autocomplete takes no message. */
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

/** Answers a call that the library could not read with an error text; never throws. */
export async function answerUnreadable({ packet, rest, guildId, logger }: UnreadableDeps): Promise<void> {
  const parsed = interactionPacket.safeParse(packet);
  if (!parsed.success) return;
  const { id, token, locale, guild_id: from = null } = parsed.data.d;
  // A call without a server comes from direct messages with the bot.
  if (from !== null && from !== guildId) return;
  const data = {
    content: TEXTS[languageOf(locale)].failed,
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
