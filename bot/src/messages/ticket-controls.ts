import { isOpenTicket, type Post, type PostedTicket } from '@pax/contracts';
import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIButtonComponentWithCustomId,
} from 'discord.js';
import { buildCustomId, toCreationToken } from './custom-id.js';

export const REPLY_BUTTON = 'ticket-reply';
export const STAFF_MESSAGE_BUTTON = 'ticket-write';
export const TICKET_NOTE_BUTTON = 'ticket-note';
export const TAKE_TICKET_BUTTON = 'ticket-take';
export const CLOSE_TICKET_BUTTON = 'ticket-close';
export const TICKET_LINKS_BUTTON = 'ticket-links';

type ButtonRow = APIActionRowComponent<APIButtonComponent>;
type DatedTicket = PostedTicket & { createdAt: string };

const createButton = (
  { id, createdAt }: DatedTicket,
  [name, label, style = ButtonStyle.Secondary]: readonly [
    name: string,
    label: string,
    style?: APIButtonComponentWithCustomId['style'],
  ],
  ...args: string[]
): APIButtonComponent => ({
  type: ComponentType.Button,
  style,
  label: `#${id} ${label}`,
  custom_id: buildCustomId(name, id, ...args, toCreationToken(createdAt)),
});

/** The acts on a ticket that is not ended: the answer, which ends it, first. */
function createActRow(ticket: DatedTicket): ButtonRow {
  const isTaken = ticket.status !== 'open';
  return {
    type: ComponentType.ActionRow,
    components: [
      createButton(ticket, [REPLY_BUTTON, 'antworten', ButtonStyle.Primary]),
      createButton(ticket, [STAFF_MESSAGE_BUTTON, 'Nachricht schreiben']),
      ...(isTaken ? [] : [createButton(ticket, [TAKE_TICKET_BUTTON, 'übernehmen'])]),
      createButton(ticket, [TICKET_NOTE_BUTTON, 'notieren']),
      createButton(ticket, [CLOSE_TICKET_BUTTON, 'schließen']),
    ],
  };
}

/** Longest argument of a custom id. */
const MAX_ARGUMENT_LENGTH = 40;

/** The button whose private answer links ticket and orders in the panel, since posts contain no links to it. */
function createLinkRow(ticket: DatedTicket): ButtonRow {
  const orderIds = ticket.namedOrders.reduce((ids, { id }) => {
    const longer = ids === '' ? String(id) : `${ids}.${id}`;
    return longer.length > MAX_ARGUMENT_LENGTH ? ids : longer;
  }, '');
  const label = orderIds === '' ? 'im Panel' : 'und Bestellung im Panel';
  return {
    type: ComponentType.ActionRow,
    components: [createButton(ticket, [TICKET_LINKS_BUTTON, label], orderIds)],
  };
}

/**
 * The buttons below the posts that opened tickets: the acts while a ticket is not ended, and below a single one the
 * links, which stay. A ticket whose sender is forgotten has none.
 */
export function createTicketButtons(posts: readonly Post[]): ButtonRow[] {
  const dated = posts.flatMap(({ type, content }): [number, DatedTicket][] => {
    if (type !== 'ticket.opened' || content.kind !== 'ticket') return [];
    const { id, name, createdAt } = content.ticket;
    return name !== '' && createdAt !== undefined ? [[id, { ...content.ticket, createdAt }]] : [];
  });
  const tickets = [...new Map(dated).values()];
  const rows = tickets.filter(({ status }) => isOpenTicket(status)).map(createActRow);
  // One row per ticket in older messages of several tickets: Discord allows five rows.
  return tickets.length === 1 ? [...rows, ...tickets.map(createLinkRow)] : rows.slice(0, 5);
}
