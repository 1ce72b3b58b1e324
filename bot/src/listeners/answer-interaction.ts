import {
  GuildMemberRoleManager,
  MessageFlags,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type Interaction,
} from 'discord.js';
import type { Call, Language, Reply } from '../core/command.js';
import { parseButton } from '../core/custom-id.js';
import type { Responder, Router } from '../services/router.js';

type Answerable = ChatInputCommandInteraction | ButtonInteraction;

/** Hands a command or button call from Discord to the router; ignores everything else. */
export async function answerInteraction(
  interaction: Interaction,
  router: Router,
  guildId: string,
): Promise<void> {
  if (interaction.guildId !== guildId) return;
  if (interaction.isChatInputCommand())
    await router.handle(slashCall(interaction), responderFor(interaction));
  else if (interaction.isButton()) await router.handle(buttonCall(interaction), responderFor(interaction));
}

function caller(interaction: Answerable): Pick<Call, 'userId' | 'roleIds' | 'language'> {
  const roles = interaction.member?.roles;
  const roleIds = roles instanceof GuildMemberRoleManager ? [...roles.cache.keys()] : (roles ?? []);
  return { userId: interaction.user.id, roleIds, language: languageOf(interaction.locale) };
}

/** German for German locales, English for all others and for none. */
export function languageOf(locale: unknown): Language {
  return typeof locale === 'string' && locale.startsWith('de') ? 'de' : 'en';
}

function slashCall(interaction: ChatInputCommandInteraction): Call {
  const options: Record<string, string | number> = {};
  for (const { name, value } of interaction.options.data)
    if (typeof value === 'string' || typeof value === 'number') options[name] = value;
  return { kind: 'slash', name: interaction.commandName, options, ...caller(interaction) };
}

function buttonCall(interaction: ButtonInteraction): Call {
  const pressed = parseButton(interaction.customId);
  const options: Record<string, string | number> = pressed
    ? { move: pressed.move, order: pressed.orderId }
    : {};
  return { kind: 'button', name: pressed ? 'order-move' : 'unknown', options, ...caller(interaction) };
}

function responderFor(interaction: Answerable): Responder {
  const flags = (ephemeral: boolean) => (ephemeral ? ({ flags: MessageFlags.Ephemeral } as const) : {});
  // Set on each reply, although it is the client's default too, since no reply may ping.
  const silent = (reply: Reply) => ({ ...reply, allowedMentions: { parse: [] } });
  return {
    async defer(ephemeral) {
      await interaction.deferReply(flags(ephemeral));
    },
    async answer(reply, ephemeral) {
      await interaction.reply({ ...silent(reply), ...flags(ephemeral) });
    },
    async finish(reply) {
      await interaction.editReply(silent(reply));
    },
  };
}
