import { TICKET_PRIORITIES, type AdminTicket } from '@pax/contracts';
import { isWaiting } from './ticket-list';

export const TICKET_VIEWS = ['open', 'done', 'all'] as const;
/** Offen: open and in progress; Erledigt: resolved and closed; Alle. */
export type TicketView = (typeof TICKET_VIEWS)[number];

const belongs: Readonly<Record<TicketView, (ticket: AdminTicket) => boolean>> = {
  open: isWaiting,
  done: (ticket) => !isWaiting(ticket),
  all: () => true,
};

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Whether a ticket matches a search in id, subject, message and sender. */
export function matchesTicket(ticket: AdminTicket, search: string): boolean {
  const wanted = folded(search.trim());
  if (wanted === '' || String(ticket.id) === wanted.replace(/^#/, '')) return true;
  const { name, email, subject, message, username } = ticket;
  return [name, email, subject, message, username].some(
    (text) => text !== null && folded(text).includes(wanted),
  );
}

const rank = ({ priority }: AdminTicket): number => TICKET_PRIORITIES.indexOf(priority);

/** What waits by urgency: priority support, the sender's priority, the oldest; then what ended, the newest first. */
function byUrgency(one: AdminTicket, other: AdminTicket): number {
  const waits = Number(isWaiting(other)) - Number(isWaiting(one));
  if (waits !== 0 || !isWaiting(one)) return waits || other.id - one.id;
  return (
    Number(other.prioritySupport) - Number(one.prioritySupport) ||
    rank(other) - rank(one) ||
    one.id - other.id
  );
}

/** The rows of a view and search, in the order in which to look at them. */
export const visibleTickets = (
  tickets: readonly AdminTicket[],
  view: TicketView,
  search: string,
): readonly AdminTicket[] =>
  tickets.filter((ticket) => belongs[view](ticket) && matchesTicket(ticket, search)).toSorted(byUrgency);
