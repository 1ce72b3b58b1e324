import { randomUUID } from 'node:crypto';
import { EVENTS, type EventType, type Room } from '@pax/contracts';
import { z } from 'zod';
import { appendEvent, runAndStoreEvents } from '../src/platform/outbox/outbox.js';
import { EventContract } from '../src/platform/outbox/event-contract.js';
import type { RoomProjection } from '../src/platform/outbox/projections.js';
import { RelayListeners } from '../src/platform/outbox/relay-listeners.js';
import { Transactions, type Tx } from '../src/platform/database/transaction.js';
import type { TestApp } from './app.js';

/** An event type without a projection in the shop; specs of the relay and the sockets register one. */
export const NOTE: EventType = 'user.registered';

const ROOMS = z.templateLiteral(['user:', z.number()]).or(z.enum(['shop', 'admin']));

export interface Note {
  room: Room;
  text: string;
  /** Seconds for which its transaction stays open after the event was written. */
  slow?: number;
  /** True if relaying it always fails. */
  poison?: boolean;
  /** True if Postgres ends the connection of the relay during the step. */
  severs?: boolean;
  /** Case in which relaying it exceeds the statement timeout: in a step with others, or always. */
  timesOut?: 'together' | 'always';
}

const note = z.object({ text: z.string() });

/** Registers a projection of notes that sends one message to one room, or fails as the note says. */
export function registerNoteProjection(app: TestApp['app']): void {
  app.get(EventContract).definitions = {
    ...EVENTS,
    [NOTE]: { aggregate: 'note', rooms: { shop: note, admin: note, user: note } },
  };
  const drafts: RoomProjection['drafts'] = async (tx, notes) => {
    if (notes.some(({ data }) => data['severs'] === true))
      await tx.query('SELECT pg_terminate_backend(pg_backend_pid())');
    if (notes.some(({ data }) => data['timesOut'] === 'always' || (data['timesOut'] && notes.length > 1)))
      await timeOut(tx);
    if (notes.some(({ data }) => data['poison'] === true)) throw new Error('this note is poison');
    return notes.map((event) => {
      const room = ROOMS.parse(event.data['room']);
      const kind = room === 'shop' || room === 'admin' ? room : 'user';
      return { kind, room, version: event.version, data: { text: event.data['text'] }, event };
    });
  };
  app.get(RelayListeners).addListeners({
    rooms: [{ aggregate: 'note', drafts }],
    posts: [
      {
        types: ['alert.raised'],
        write: async (tx, alerts) => {
          if (alerts.some(({ data }) => data['timesOut'] === 'always')) await timeOut(tx);
          return [];
        },
      },
    ],
  });
}

async function timeOut(tx: Tx): Promise<void> {
  await tx.query('SET LOCAL statement_timeout = 20');
  await tx.query('SELECT pg_sleep(5)');
}

/** Writes a note as a use case would. @returns the id of its event */
export async function writeNote(shop: TestApp, { slow, ...data }: Note): Promise<string> {
  const append = (tx: Tx): string =>
    appendEvent(tx, {
      type: NOTE,
      // Alerts are the only aggregate without a row.
      aggregate: 'alert',
      aggregateId: randomUUID(),
      version: 1,
      data,
    });
  if (slow === undefined) return shop.app.get(Transactions).run(append);
  return shop.database.transaction(async (tx) => {
    const { result } = await runAndStoreEvents(tx, () => append(tx));
    await tx.query('SELECT pg_sleep($1)', [slow]);
    return result;
  });
}
