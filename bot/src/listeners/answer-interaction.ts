import {
  ComponentType,
  GuildMemberRoleManager,
  MessageFlags,
  type AutocompleteInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type Interaction,
  type ModalSubmitInteraction,
  type StringSelectMenuInteraction,
} from 'discord.js';
import type { Call, Language, Reply } from '../core/command.js';
import { parseCustomId } from '../core/custom-id.js';
import { discordFailure } from '../core/discord-failure.js';
import { pause } from '../core/pause.js';
import type { Responder, Router } from '../services/router.js';

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
  await interaction.respond(await router.complete(interaction.commandName, name, asked));
}

type Caller = Pick<Call, 'id' | 'userId' | 'userName' | 'roleIds' | 'language' | 'isDirect'>;

function caller(interaction: Answerable): Caller {
  const roles = interaction.member?.roles;
  const roleIds = roles instanceof GuildMemberRoleManager ? [...roles.cache.keys()] : (roles ?? []);
  const isDirect = interaction.guildId === null;
  const { id: userId, username: userName } = interaction.user;
  return {
    id: interaction.id,
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

/** Tries of an answer that was deferred, ms apart; it only replaces what is there, so a repeat does no harm (OWN-735). */
const AGAIN_AFTER_MS = [500, 2_000, 5_000] as const;

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

function responderFor(interaction: Answerable): Responder {
  const privately = (ephemeral: boolean) => (ephemeral ? ([MessageFlags.Ephemeral] as const) : []);
  const styled = ({ isV2 }: Reply) => (isV2 ? ([MessageFlags.IsComponentsV2] as const) : []);
  return {
    async defer(ephemeral) {
      await interaction.deferReply({ flags: [...privately(ephemeral)] });
    },
    async deferUpdate() {
      if (interaction.isMessageComponent()) await interaction.deferUpdate();
      else if (!interaction.isModalSubmit()) return;
      // A forged window has no message whose place the answer could take.
      else if (interaction.isFromMessage()) await interaction.deferUpdate();
      else await interaction.deferReply({ flags: privately(true) });
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
    async follow(reply) {
      await interaction.followUp({ ...silent(reply), flags: [MessageFlags.Ephemeral, ...styled(reply)] });
    },
    async retract(reply) {
      // In this order: until it is gone, a further message takes the place of the answer that everybody sees.
      await persistently(() => interaction.deleteReply());
      await interaction.followUp({ ...silent(reply), flags: [MessageFlags.Ephemeral, ...styled(reply)] });
    },
    async open(modal) {
      if (!interaction.isModalSubmit()) await interaction.showModal(modal);
    },
  };
}
