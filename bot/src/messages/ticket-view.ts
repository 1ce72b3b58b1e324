import { isOpenTicket, type Post, type PostedTicket } from '@pax/contracts';
import { formatCodeSpan, escapeMarkdown, escapeMarkdownLines, redactSecrets } from './sanitize-text.js';
import { COLOUR, STATE_COLOUR, TICKET_STATE, type PostBody } from './state-marks.js';

/** Number of characters of a ticket's message and answer that a post shows; the panel shows all of them. */
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

/** The question, and below it the answer once there is one. */
function describeConversation({ message, response }: PostedTicket): string[] {
  const quote = (text: string): string => escapeMarkdownLines(redactSecrets(text), EXCERPT_LENGTH);
  return [quote(message), ...(response == null ? [] : ['', '**Antwort**', quote(response)])];
}

/**
 * Post of a ticket's event; the one of its opening keeps question and answer, beside other posts only while it waits.
 * A forgotten sender's ticket shows only its number and state.
 */
export function createTicketView(type: Post['type'], ticket: PostedTicket, isAlone = true): PostBody {
  const { id, status } = ticket;
  const isShown = type === 'ticket.opened' && (isAlone || isOpenTicket(status));
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
    lines: isShown ? describeConversation(ticket) : [],
    fields: [
      ...createSenderFields(ticket),
      ...createOrderFields(ticket),
      createField('Priorität', PRIORITY_LABEL[ticket.priority]),
      ...createMessagesFields(ticket),
    ],
  };
}

/**
 * Name of a ticket's thread: only the ticket's number, so that no personal data remains after an account is deleted.
 */
export const getThreadName = (ticketId: number): string => `Ticket #${ticketId}`;
