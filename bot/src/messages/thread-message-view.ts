import { TICKET_MESSAGE_LENGTH, type ThreadMessage } from '@pax/contracts';
import type { APIAllowedMentions, APIEmbed } from 'discord.js';
import { escapeMarkdown, escapeMarkdownLines, redactSecrets } from './sanitize-text.js';
import { COLOUR } from './state-marks.js';

interface ThreadMessageBody {
  embeds: APIEmbed[];
  allowed_mentions: APIAllowedMentions;
}

/** Names who wrote a message; the ticket's post names the sender. */
function formatWriter({ side, author }: NonNullable<ThreadMessage['content']>): string {
  if (side === 'sender') return 'Absender';
  return author === null ? 'Team' : `Team · ${escapeMarkdown(redactSecrets(author))}`;
}

/**
 * A message of a ticket as it stands in the ticket's thread, whole: the longest text fits even if each of its
 * characters is escaped. The footer must never change, since the history search finds a message by it.
 */
export function createThreadMessageView({ id, ticketId, content }: ThreadMessage): ThreadMessageBody {
  const shared = { footer: { text: `Ticket #${ticketId} · Nachricht ${id}` } };
  if (content === null)
    return {
      embeds: [{ ...shared, description: 'Gelöscht mit dem Konto.', color: COLOUR.quiet, fields: [] }],
      allowed_mentions: { parse: [] },
    };
  const { side, text, pictures, createdAt } = content;
  const embed: APIEmbed = {
    ...shared,
    title: formatWriter(content),
    description: escapeMarkdownLines(redactSecrets(text), TICKET_MESSAGE_LENGTH).trim() || '–',
    color: side === 'sender' ? COLOUR.lantern : COLOUR.info,
    timestamp: createdAt,
    fields: pictures === 0 ? [] : [{ name: 'Bilder', value: `${pictures}, im Panel`, inline: true }],
  };
  return { embeds: [embed], allowed_mentions: { parse: [] } };
}
