import { isOpenTicket, type Post, type PostedTicket } from '@pax/contracts';
import type { APIEmbed } from 'discord.js';
import { plain, plainLines, withoutAddresses } from '../core/text.js';
import { COLOUR } from './colours.js';

/** How much of a message a post shows; the panel has all of it. */
const EXCERPT = 1_000;
const HIDDEN_ADDRESS = '(E-Mail)';

const PRIORITY_LABEL: Record<PostedTicket['priority'], string> = {
  low: 'Niedrig',
  medium: 'Mittel',
  high: 'Hoch',
  urgent: 'Dringend',
};
const STATUS_LABEL: Record<PostedTicket['status'], string> = {
  open: 'Neu',
  in_progress: 'In Bearbeitung',
  resolved: 'Beantwortet',
  closed: 'Geschlossen',
};
const STATUS_COLOUR: Record<PostedTicket['status'], number> = {
  open: COLOUR.lantern,
  in_progress: COLOUR.info,
  resolved: COLOUR.money,
  closed: COLOUR.quiet,
};

/**
 * A ticket that was opened, answered or closed; the message only while it waits for an answer (OWN-523, OWN-761). Of a deleted account's ticket
 * the short reference (OWN-584).
 */
export function ticketView(type: Post['type'], ticket: PostedTicket): APIEmbed {
  const written = (text: string): string => withoutAddresses(text, HIDDEN_ADDRESS);
  const { status } = ticket;
  const isWaiting = type === 'ticket.opened' && isOpenTicket(status);
  const title = `${ticket.prioritySupport ? '⚡ ' : ''}Ticket #${ticket.id} · ${STATUS_LABEL[status]}`;
  if (ticket.name === '') return { title, color: STATUS_COLOUR[status] };
  const subject = `**${plain(written(ticket.subject), 150)}**`;
  const message = plainLines(written(ticket.message), EXCERPT);
  return {
    title,
    description: isWaiting ? `${subject}\n${message}` : subject,
    color: STATUS_COLOUR[status],
    fields: [
      { name: 'Von', value: plain(written(ticket.name)) || '–', inline: true },
      { name: 'Priorität', value: PRIORITY_LABEL[ticket.priority], inline: true },
    ],
  };
}
