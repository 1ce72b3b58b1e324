import { describe, expect, it } from '@jest/globals';
import { TICKET_STATUSES, type Post, type PostedTicket } from '@pax/contracts';
import { aPost, NOON, NOON_TOKEN } from '../../test/samples.js';
import { parseCustomId } from './custom-id.js';
import { createTicketButtons } from './ticket-controls.js';

const ticket = (changes: Partial<PostedTicket> = {}): PostedTicket => ({
  id: 12,
  name: 'Jürgen',
  subject: 'Elytra did not arrive',
  message: 'I was online.',
  priority: 'high',
  status: 'open',
  prioritySupport: false,
  createdAt: NOON,
  username: null,
  discordId: null,
  namedOrders: [],
  ...changes,
});
const posted = (id: number, changes: Partial<PostedTicket> = {}): Post =>
  aPost(id, { kind: 'ticket', ticket: ticket(changes) }, 'ticket.opened');
const rowsOf = (...posts: Post[]): string[][] =>
  createTicketButtons(posts).map(({ components }) =>
    components.map((button) => ('label' in button ? (button.label ?? '') : '')),
  );
const linkIdOf = (changes: Partial<PostedTicket>): string => {
  const button = createTicketButtons([posted(3, changes)]).at(-1)?.components[0];
  return button && 'custom_id' in button ? button.custom_id : '';
};

describe('the buttons below posts of tickets (OWN-1590)', () => {
  const ACTS = ['#12 antworten', '#12 Nachricht schreiben'];
  const END = ['#12 notieren', '#12 schließen'];

  it('act on a ticket that is not ended, and lead to the panel for ever (OWN-160)', () => {
    const shown = TICKET_STATUSES.map((status) => [status, rowsOf(posted(3, { status }))]);
    expect(Object.fromEntries(shown)).toEqual({
      open: [[...ACTS, '#12 übernehmen', ...END], ['#12 im Panel']],
      in_progress: [[...ACTS, ...END], ['#12 im Panel']],
      resolved: [['#12 im Panel']],
      closed: [['#12 im Panel']],
    });
  });

  it('carry the token of their ticket, and as many orders as fit', () => {
    const buttons = createTicketButtons([posted(3)]).flatMap(({ components }) => components);
    expect(buttons.map((one) => 'custom_id' in one && one.custom_id)).toEqual([
      ...['reply', 'write', 'take', 'note', 'close'].map((act) => `1:ticket-${act}:12:${NOON_TOKEN}`),
      `1:ticket-links:12::${NOON_TOKEN}`,
    ]);
    const named = (...ids: number[]) => ({ namedOrders: ids.map((id) => ({ id, isOwn: true })) });
    expect(linkIdOf(named(17, 18))).toBe(`1:ticket-links:12:17.18:${NOON_TOKEN}`);
    const long = linkIdOf({ id: 2_147_483_647, ...named(...Array.from({ length: 5 }, () => 2_147_483_647)) });
    expect(parseCustomId(long)?.args[1]).toBe('2147483647.2147483647.2147483647');
    expect(rowsOf(posted(3, named(17))).at(-1)).toEqual(['#12 und Bestellung im Panel']);
  });

  it('are one row for each ticket of older messages, below the post that opened it', () => {
    const told = aPost(5, { kind: 'ticket', ticket: ticket({ id: 14 }) }, 'ticket.taken');
    const done = posted(7, { id: 15, status: 'resolved' });
    const rows = rowsOf(posted(3), posted(4, { id: 13 }), told, posted(6), done);
    expect(rows.map(([first]) => first)).toEqual(['#12 antworten', '#13 antworten']);
    expect(rowsOf(...Array.from({ length: 6 }, (_, at) => posted(at, { id: 20 + at })))).toHaveLength(5);
  });

  it('are none once the sender is forgotten, nor below posts that tell of the end', () => {
    expect(rowsOf(posted(3, { name: '', subject: '', message: '' }))).toEqual([]);
    expect(rowsOf(aPost(3, { kind: 'ticket', ticket: ticket() }, 'ticket.answered'))).toEqual([]);
  });
});
