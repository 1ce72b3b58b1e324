import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TICKET_PRIORITIES, type AdminTicket, type TicketPriority, type TicketStatus } from '@pax/contracts';
import type { Response } from 'supertest';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';

interface Sorted {
  id: number;
  recency: number;
  hasMessages: boolean;
  waits: boolean;
  isFirst: boolean;
  urgency: number;
}
type Comparison = (one: Sorted, other: Sorted) => number;

/** True before false. */
const yesFirst = (one: boolean, other: boolean): number => Number(other) - Number(one);
const turnOf = ({ id, recency, hasMessages }: Sorted): number => (hasMessages ? -recency : id);
const newestFirst: Comparison = (one, other) => other.id - one.id;

const ORDERS: Readonly<Record<string, Comparison>> = {
  newest: (one, other) =>
    yesFirst(one.waits && one.isFirst, other.waits && other.isFirst) || other.recency - one.recency,
  urgent: (one, other) => {
    if (one.waits !== other.waits) return yesFirst(one.waits, other.waits);
    if (!one.waits) return newestFirst(one, other);
    return yesFirst(one.isFirst, other.isFirst) || other.urgency - one.urgency || turnOf(one) - turnOf(other);
  },
};

describe('the order of tickets in the panel (OWN-163)', () => {
  let shop: TestApp;
  let admin: SignedIn;
  const tickets: Sorted[] = [];
  beforeAll(async () => {
    shop = await startTestApp({}, { handMade: true });
    admin = await signIn(shop, { admin: true });
    // Each thrice, so that a page ends within every group.
    const statuses = ['open', 'resolved', 'in_progress', 'closed'] as const;
    for (const status of [...statuses, ...statuses, ...statuses])
      for (const isFirst of [false, true])
        for (const priority of TICKET_PRIORITIES) tickets.push(await insert(status, isFirst, priority));
    for (const ticket of tickets.filter((_, index) => index % 3 === 1).toReversed()) await addMessage(ticket);
    // The oldest are from before tickets had a rank.
    await shop.database.query('UPDATE tickets SET recency = NULL WHERE messages = 0 AND id <= 20');
    for (const ticket of tickets) if (!ticket.hasMessages && ticket.id <= 20) ticket.recency = ticket.id;
  });
  afterAll(() => shop.close());

  async function addMessage(ticket: Sorted): Promise<void> {
    const [[row]]: [{ recency: number }[]] = await shop.database.query(
      `UPDATE tickets SET messages = 1, recency = nextval('ticket_recency') WHERE id = $1 RETURNING recency`,
      [ticket.id],
    );
    Object.assign(ticket, { hasMessages: true, recency: row?.recency });
  }

  async function insert(status: TicketStatus, isFirst: boolean, priority: TicketPriority): Promise<Sorted> {
    const rows: { id: number; recency: number }[] = await shop.database.query(
      `INSERT INTO tickets (name, email, subject, message, status, priority, priority_support, ended_at, response)
       VALUES ('Nova', '', 's', 'm', $1, $2, $3, CASE WHEN $1 IN ('resolved', 'closed') THEN now() END,
               CASE WHEN $1 = 'resolved' THEN 'Here.' END) RETURNING id, recency`,
      [status, priority, isFirst],
    );
    const waits = status === 'open' || status === 'in_progress';
    const { id = 0, recency = 0 } = rows[0] ?? {};
    return { id, recency, hasMessages: false, waits, isFirst, urgency: TICKET_PRIORITIES.indexOf(priority) };
  }

  const walk = async (first: string): Promise<number[]> => {
    const walked: number[] = [];
    let next: string | undefined = first;
    while (next !== undefined && walked.length <= tickets.length) {
      const page: Response = await admin.agent.get(next).expect(200);
      walked.push(...page.body.map(({ id }: AdminTicket) => id));
      next = /<([^>]+)>; rel="next"/.exec(page.headers['link'] ?? '')?.[1];
    }
    return walked;
  };

  it.each(Object.keys(ORDERS).flatMap((sort) => [1, 3, 7, 500].map((limit) => [sort, limit] as const)))(
    '%s is whole and the same in pages of %i',
    async (sort, limit) => {
      const expected = tickets.toSorted(ORDERS[sort]).map(({ id }) => id);
      expect(await walk(`/api/admin/support-tickets?sort=${sort}&limit=${limit}`)).toEqual(expected);
    },
  );

  it.each(Object.keys(ORDERS))('%s is kept among those of one state', async (sort) => {
    const expected = tickets
      .filter(({ waits }) => waits)
      .toSorted(ORDERS[sort])
      .map(({ id }) => id);
    const path = `/api/admin/support-tickets?sort=${sort}&state=open,in_progress&limit=3`;
    expect(await walk(path)).toEqual(expected);
  });
});
