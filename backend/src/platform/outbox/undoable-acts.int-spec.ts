import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { NOTE, registerNoteProjection } from '../../../test/note-event.js';
import { redisUrl } from '../../../test/settings.js';
import { Clock } from '../clock.js';
import { Transactions } from '../database/transaction.js';
import { raiseAlert } from './alerts.js';
import { appendEvent } from './outbox.js';
import { Relay } from './relay.js';
import { RelayListeners } from './relay-listeners.js';
import { deleteUndoneAct, endAct, listDueActs, lockAct, recordAct, tellNow } from './undoable-acts.js';

const STAFF = 'user:7';

jest.setTimeout(30_000);

describe('events of an act that can be taken back', () => {
  let shop: TestApp;
  let now = Date.now();
  /** Texts of the events that people were told of, in order, and of those that edited a post. */
  const told: string[] = [];
  const edited: string[] = [];
  let failsFor: string | undefined;

  beforeAll(async () => {
    // A web process relays nothing by itself, so each step is the spec's.
    shop = await startTestApp({ ROLE: 'web', REDIS_URL: redisUrl() }, { prepare: registerNoteProjection });
    shop.app.get(Clock).now = () => new Date(now);
    const noteTo = (list: string[]) => async (_: unknown, events: readonly { data: object }[]) => {
      const texts = events.map(({ data }) => String('text' in data && data.text));
      if (list === told && failsFor !== undefined && texts.includes(failsFor)) throw new Error('cannot tell');
      list.push(...texts);
    };
    shop.app.get(RelayListeners).addListeners({
      writes: [
        { types: [NOTE], tellsPeople: true, write: noteTo(told) },
        { types: [NOTE], write: noteTo(edited) },
      ],
    });
  });
  beforeEach(async () => {
    failsFor = undefined;
    now += 60_000;
    await makeDue();
    await settle();
    await drain();
    told.length = 0;
    edited.length = 0;
  });
  afterAll(async () => {
    // These events belong to no row, and dead letters are on purpose.
    await shop.database.query('DELETE FROM outbox_events');
    await shop.close();
  });

  const drain = () => shop.app.get(Relay).drain();
  const inTransaction: Transactions['run'] = (work) => shop.app.get(Transactions).run(work);
  /** Appends an event, of an act that can be taken back for the given seconds. */
  const act = (text: string, { thing = `order:${randomUUID()}`, version = 2, seconds = 10 } = {}) =>
    inTransaction((tx) => {
      const about = { aggregate: 'order', aggregateId: thing.slice('order:'.length) } as const;
      recordAct(
        tx,
        { thing, version, act: 'order.complete', actor: STAFF, before: { status: 'pending' } },
        seconds,
      );
      appendEvent(tx, { type: NOTE, ...about, version, data: { room: 'admin', text } });
      return thing;
    });
  const makeDue = (thing?: string) =>
    shop.database.query('UPDATE undoable_acts SET due_at = done_at WHERE thing = $1 OR $1 IS NULL', [
      thing ?? null,
    ]);
  const settle = async (): Promise<boolean[]> => {
    const ended: boolean[] = [];
    for (const due of await listDueActs(shop.database, { limit: 1_000 }))
      ended.push(await inTransaction((tx) => endAct(tx, due)));
    return ended;
  };
  const undo = (
    thing: string,
    version = 2,
    by = { actor: STAFF, role: 'staff' } as Pick<Parameters<typeof lockAct>[1], 'actor' | 'role'>,
  ) =>
    inTransaction(async (tx) => {
      const taken = await lockAct(tx, { thing, version, ...by });
      if (taken) await deleteUndoneAct(tx, { id: taken.id, thing, version, newVersion: version + 1 });
      return taken;
    });
  const textsInRoom = async (): Promise<string[]> => {
    const rows: { text: string }[] = await shop.database.query(
      `SELECT data->>'text' AS text FROM stream_messages WHERE room = 'admin' ORDER BY seq`,
    );
    return rows.map(({ text }) => text);
  };
  /** Relays until the failing event was given up. */
  const drainWithFailures = async (): Promise<void> => {
    for (let run = 0; run < 6; run += 1) {
      now += 5_000;
      await drain().catch(() => undefined);
    }
  };

  it('reach rooms and edits at once, and people once the time is over, once (OWN-1560)', async () => {
    await act('first');
    await drain();
    expect([await textsInRoom(), edited, told]).toEqual([['first'], ['first'], []]);
    await makeDue();
    expect(await settle()).toEqual([true]);
    expect(await settle()).toEqual([]);
    await drain();
    await drain();
    expect([await textsInRoom(), edited, told]).toEqual([['first'], ['first'], ['first']]);
  });

  it('are told at once where the undo time is 0, and an alert of the act always', async () => {
    await act('at once', { seconds: 0 });
    await inTransaction((tx) => {
      recordAct(tx, { thing: 'order:own', version: 2, act: 'order.complete', actor: STAFF, before: {} }, 10);
      raiseAlert(tx, { kind: 'security', title: 'own order', detail: 'x' });
    });
    await drain();
    expect(told).toEqual(['at once']);
    expect(
      await shop.database.query(
        `SELECT FROM outbox_events WHERE type = 'alert.raised' AND tell_at IS NOT NULL`,
      ),
    ).toEqual([]);
    await makeDue();
    await settle();
  });

  it('of an act that was taken back are never told (OWN-1560)', async () => {
    const thing = await act('undone');
    expect(await undo(thing)).toMatchObject({ act: 'order.complete', before: { status: 'pending' } });
    await makeDue();
    await settle();
    await drain();
    expect([edited, told]).toEqual([['undone'], []]);
    expect(await undo(thing)).toBeUndefined();
  });

  it('are taken back by who acted or an admin, by their version, and not once the time is over', async () => {
    const thing = await act('by whom');
    await expect(undo(thing, 2, { actor: 'user:8', role: 'staff' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await undo(thing, 1)).toBeUndefined();
    expect(await undo(thing, 2, { actor: 'user:8', role: 'admin' })).toBeDefined();
    const late = await act('late');
    await makeDue(late);
    expect(await undo(late)).toBeUndefined();
    await settle();
  });

  it('fall due, never late, when the clock was set back', async () => {
    const thing = await act('clock');
    await shop.database.query(
      `UPDATE undoable_acts SET done_at = done_at + interval '1 hour', due_at = due_at + interval '1 hour' WHERE thing = $1`,
      [thing],
    );
    expect(await undo(thing)).toBeUndefined();
    expect(await settle()).toEqual([true]);
    await drain();
    expect(told).toEqual(['clock']);
  });

  it('are told, never late, when the clock was set back after their time', async () => {
    await act('set back');
    await drain();
    await makeDue();
    await settle();
    await shop.database.query(
      `UPDATE outbox_events SET tell_at = tell_at + interval '1 hour' WHERE tell_at < 'infinity'`,
    );
    await drain();
    expect(told).toEqual(['set back']);
  });

  it('of an earlier act on the thing are told first, and that act can be taken back after the later one', async () => {
    const thing = await act('earlier', { version: 2 });
    await act('later', { thing, version: 3 });
    await makeDue();
    const [earlier, later] = await listDueActs(shop.database, { limit: 10 });
    if (!earlier || !later) throw new Error('two acts are due');
    expect(await inTransaction((tx) => endAct(tx, later))).toBe(false);
    expect(await settle()).toEqual([true, true]);
    await drain();
    expect(told).toEqual(['earlier', 'later']);

    const again = await act('one', { version: 2 });
    await act('two', { thing: again, version: 3 });
    expect(await undo(again, 3)).toBeDefined();
    expect(await undo(again, 2)).toBeUndefined();
    expect(await undo(again, 4)).toBeDefined();
  });

  it('are told before what happened after the end of their time, and before a refund flushes them', async () => {
    const thing = await act('delivered');
    await drain();
    await inTransaction(async (tx) => {
      await tellNow(tx, thing);
      const aggregateId = randomUUID();
      appendEvent(tx, {
        type: NOTE,
        aggregate: 'order',
        aggregateId,
        version: 1,
        data: { room: 'admin', text: 'refunded' },
      });
    });
    await drain();
    expect(told).toEqual(['delivered', 'refunded']);
    await makeDue();
    expect(await settle()).toEqual([true]);
    await drain();
    expect(told).toEqual(['delivered', 'refunded']);
  });

  it('are told in order where their time ended before the relay took them', async () => {
    await act('slow relay');
    await makeDue();
    await settle();
    await drain();
    expect([told, edited]).toEqual([['slow relay'], ['slow relay']]);
    await drain();
    expect(told).toEqual(['slow relay']);
  });

  it('are told once by many at once, all before new events', async () => {
    for (let n = 0; n < 450; n += 1) await act(`bulk ${n}`);
    await drain();
    await makeDue();
    await settle();
    await act('new', { seconds: 0 });
    await drain();
    expect(told).toEqual([...Array.from({ length: 450 }, (_, n) => `bulk ${n}`), 'new']);
  });

  it('that cannot be told are given up alone, with an alert', async () => {
    await act('poison');
    await act('healthy');
    await drain();
    failsFor = 'poison';
    await makeDue();
    await settle();
    await drainWithFailures();
    expect(told).toEqual(['healthy']);
    expect(
      await shop.database.query(`SELECT FROM outbox_events WHERE data->>'kind' = 'dead-letter'`),
    ).toHaveLength(1);
    failsFor = undefined;
    await drain();
    expect(told).toEqual(['healthy']);
  });
});
