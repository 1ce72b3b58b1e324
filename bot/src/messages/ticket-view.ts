import { isOpenTicket, type Post, type PostedTicket } from '@pax/contracts';
import { formatCodeSpan, escapeMarkdown, escapeMarkdownLines, redactSecrets } from './sanitize-text.js';
import { COLOUR, STATE_COLOUR, TICKET_STATE, type PostBody } from './state-marks.js';
import { ButtonStyle, ComponentType, type APIActionRowComponent, type APIButtonComponent } from 'discord.js';
import { buildCustomId, toCreationToken } from './custom-id.js';

/** Number of characters of a ticket's message that a post shows; the panel shows all of it. */
const EXCERPT_LENGTH = 1_000;

const PRIORITY_LABEL: Record<PostedTicket['priority'], string> = {
  low: 'Niedrig',
  medium: 'Mittel',
  high: 'Hoch',
  urgent: 'Dringend',
};
const STATUS_LABEL: Record<PostedTicket['status'], string> = {
  open: 'Offen',
  in_progress: 'In Bearbeitung',
  resolved: 'Beantwortet',
  closed: 'Geschlossen',
};
const createField = (name: string, value: string) => ({ name, value, inline: true });

/**
 * Fields that say who wrote a ticket: the account as the shop knows it, apart from the name that was typed. Older posts
 * know no account.
 */
function createSenderFields({ name, username, discordId }: PostedTicket): ReturnType<typeof createField>[] {
  const typed = createField('Angegebener Name', formatCodeSpan(redactSecrets(name)));
  if (username === undefined) return [typed];
  if (username === null) return [createField('Von', 'Besucher (nicht angemeldet)'), typed];
  const mention = discordId === null ? [] : [`<@${discordId}>`];
  const account = createField('Von', ['Konto', formatCodeSpan(username), ...mention].join(' '));
  return name === username ? [account] : [account, typed];
}

/** Field of the orders that the ticket's words name, and whose they are. */
function createOrderFields({ username, namedOrders }: PostedTicket): ReturnType<typeof createField>[] {
  if (namedOrders.length === 0) return [];
  const foreign = username === null ? 'nur angegeben' : 'nicht von diesem Konto';
  const orders = namedOrders.map(({ id, isOwn }) => `#${id} (${isOwn ? 'eigene' : foreign})`);
  return [createField('Bestellung', orders.join(', '))];
}

/** Field of the number of messages, and of who wrote last. */
function createMessagesFields({ messages = 0, lastMessage }: PostedTicket): ReturnType<typeof createField>[] {
  if (messages === 0 || !lastMessage) return [];
  const last = lastMessage.side === 'sender' ? 'zuletzt vom Absender' : 'zuletzt vom Team';
  return [createField('Nachrichten', `${messages}, ${last}`)];
}

/**
 * Post of a ticket that was opened, answered or closed; contains the message only while it waits for an answer. After
 * the sender's account was deleted, only number and state.
 */
export function createTicketView(type: Post['type'], ticket: PostedTicket): PostBody {
  const { id, status } = ticket;
  const isWaiting = type === 'ticket.opened' && isOpenTicket(status);
  const state = TICKET_STATE[status];
  const shown = {
    state,
    label: STATUS_LABEL[status],
    color: status === 'closed' ? COLOUR.quiet : STATE_COLOUR[state],
    notes: ticket.prioritySupport ? ['Vorrang'] : [],
  };
  if (ticket.name === '') return { ...shown, title: `Ticket #${id}` };
  return {
    ...shown,
    title: `Ticket #${id} · ${escapeMarkdown(redactSecrets(ticket.subject))}`,
    lines: isWaiting ? [escapeMarkdownLines(redactSecrets(ticket.message), EXCERPT_LENGTH)] : [],
    fields: [
      ...createSenderFields(ticket),
      ...createOrderFields(ticket),
      createField('Priorität', PRIORITY_LABEL[ticket.priority]),
      ...createMessagesFields(ticket),
    ],
  };
}

export const REPLY_BUTTON = 'ticket-reply';
export const STAFF_MESSAGE_BUTTON = 'ticket-write';

/** The buttons below the post of a ticket that waits: its answer, which ends it, and a message to its sender. */
export function createTicketButtons(posts: readonly Post[]): APIActionRowComponent<APIButtonComponent>[] {
  const waiting = posts.flatMap(({ type, content }) => {
    if (type !== 'ticket.opened' || content.kind !== 'ticket') return [];
    const { id, status, createdAt } = content.ticket;
    return isOpenTicket(status) && createdAt !== undefined ? [[id, createdAt] as const] : [];
  });
  // One row of buttons per ticket: Discord allows five rows, and a message never has more tickets.
  return [...new Map(waiting)].slice(0, 5).map(([id, createdAt]) => ({
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.Button,
        style: ButtonStyle.Primary,
        label: `#${id} antworten`,
        custom_id: buildCustomId(REPLY_BUTTON, id, toCreationToken(createdAt)),
      },
      {
        type: ComponentType.Button,
        style: ButtonStyle.Secondary,
        label: `#${id} Nachricht schreiben`,
        custom_id: buildCustomId(STAFF_MESSAGE_BUTTON, id, toCreationToken(createdAt)),
      },
    ],
  }));
}

/**
 * Name of a ticket's thread: only the ticket's number, so that no personal data remains after an account is deleted.
 */
export const getThreadName = (ticketId: number): string => `Ticket #${ticketId}`;
