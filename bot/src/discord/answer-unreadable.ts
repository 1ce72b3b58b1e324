import { InteractionResponseType, MessageFlags, Routes, type REST } from 'discord.js';
import { z } from 'zod';
import { reasonOf, type Logger } from '../logger.js';
import { TEXTS } from '../commands/texts.js';
import { languageOf } from './interactions.js';

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
