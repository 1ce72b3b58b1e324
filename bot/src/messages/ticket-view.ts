import { isOpenTicket, type Post, type PostedTicket } from '@pax/contracts';
import { codeSpan, plain, plainLines, withoutSecrets } from './text.js';
import { COLOUR } from './colours.js';
import { STATE_COLOUR, TICKET_STATE, type Shown } from './state.js';

/** Number of characters of a message in a post; the panel has the whole message. */
const EXCERPT = 1_000;

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
/**
 * A ticket that was opened, answered or closed; the message only while it waits for an answer. Of a
 * deleted account's ticket the short reference.
 */
export function ticketView(type: Post['type'], ticket: PostedTicket): Shown {
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
  const field = (name: string, value: string) => ({ name, value, inline: true });
  return {
    ...shown,
    title: `Ticket #${id} · ${plain(withoutSecrets(ticket.subject))}`,
    lines: isWaiting ? [plainLines(withoutSecrets(ticket.message), EXCERPT)] : [],
    fields: [
      field('Von', codeSpan(withoutSecrets(ticket.name))),
      field('Priorität', PRIORITY_LABEL[ticket.priority]),
    ],
  };
}
