import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { registerNoteProjection, writeNote } from '../../../test/note-event.js';
import { redisUrl } from '../../../test/settings.js';
import { until } from '../../../test/until.js';
import { Clock } from '../clock.js';
import { ContractBreaches } from '../calls/call-contract.interceptor.js';
import { Transactions } from '../database/transaction.js';
import { appendEvent } from './outbox.js';
import { Relay } from './relay.js';

const GATE = 770_001;
const FIRST = 770_002;

jest.setTimeout(30_000);

describe('turns of the relay', () => {
  let one: TestApp;
  let two: TestApp;
  let owner: pg.Client;
  let now = Date.now();

  beforeAll(async () => {
    // Web processes relay nothing by themselves, so each turn is the spec's.
    const web = { ROLE: 'web', REDIS_URL: redisUrl() };
    one = await startTestApp(web, { prepare: registerNoteProjection });
    two = await startTestApp(web, { prepare: registerNoteProjection, databaseUrl: one.databaseUrl });
    for (const { app } of [one, two]) app.get(Clock).now = () => new Date(now);
    owner = new pg.Client({ connectionString: one.databaseUrl });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await two.close();
    await one.close();
  });
  beforeEach(() => {
    // A failed event is not tried again within half a second.
    now += 60_000;
  });

  const textsOf = async (room: string): Promise<string[]> => {
    const rows: { text: string }[] = await one.database.query(
      `SELECT data->>'text' AS text FROM stream_messages WHERE room = $1 ORDER BY seq`,
      [room],
    );
    return rows.map(({ text }) => text);
  };

  it('tells an event once when another relay published it after this one had looked (OWN-115)', async () => {
    await owner.query(`
      CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF pg_try_advisory_xact_lock(${FIRST}) THEN PERFORM pg_advisory_xact_lock(${GATE}); END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER wait_at_gate BEFORE UPDATE ON outbox_events FOR EACH STATEMENT EXECUTE FUNCTION wait_at_gate();
      SELECT pg_advisory_lock(${GATE})`);
    const waiting = async (): Promise<number> => {
      const { rowCount } = await owner.query(
        'SELECT 1 FROM pg_locks WHERE NOT granted AND objid = $1 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())',
        [GATE],
      );
      return rowCount ?? 0;
    };
    await writeNote(one, { room: 'user:1', text: 'once' });
    // The statement has its view of the table, and the relay's lock not yet.
    const late = two.app.get(Relay).drain();
    await until(waiting, (count) => count === 1);
    await one.app.get(Relay).drain();
    expect(await textsOf('user:1')).toEqual(['once']);
    await owner.query('SELECT pg_advisory_unlock($1)', [GATE]);
    await late;
    await owner.query('DROP TRIGGER wait_at_gate ON outbox_events; DROP FUNCTION wait_at_gate');
    expect(await textsOf('user:1')).toEqual(['once']);
  });

  it.each([
    ['many times within 4 s', 'user:2' as const, Array.from({ length: 7 }, () => 600)],
    ['a few times over a minute', 'user:3' as const, [0, 30_000, 20_000, 10_000]],
  ])('keeps an event that failed %s, and tells it when it works again', async (_, room, pauses) => {
    const eventId = await writeNote(one, { room, text: 'patient', poison: true });
    const relay = one.app.get(Relay);
    for (const pause of pauses) {
      now += pause;
      await expect(relay.drain()).rejects.toThrow(eventId);
    }
    const [event] = await one.database.query('SELECT published_at FROM outbox_events WHERE event_id = $1', [
      eventId,
    ]);
    expect(event).toEqual({ published_at: null });
    await one.database.query(`UPDATE outbox_events SET data = data - 'poison' WHERE event_id = $1`, [
      eventId,
    ]);
    now += 60_000;
    await relay.drain();
    expect(await textsOf(room)).toEqual(['patient']);
  });

  const failOften = async (): Promise<void> => {
    for (let turn = 0; turn < 8; turn += 1) {
      now += 2_000;
      await one.app
        .get(Relay)
        .drain()
        .catch(() => undefined);
    }
  };
  const works = async (): Promise<void> => {
    await one.database.query(`UPDATE outbox_events SET data = data - 'timesOut'`);
    now += 60_000;
    await one.app.get(Relay).drain();
  };

  it('keeps events while all of them take too long, because then Postgres is slow and not they (OWN-116)', async () => {
    for (const text of ['one', 'two']) await writeNote(one, { room: 'user:4', text, timesOut: 'always' });
    await failOften();
    await works();
    expect(await textsOf('user:4')).toEqual(['one', 'two']);
  });

  it('keeps an event that takes too long while no other waits for it', async () => {
    await writeNote(one, { room: 'user:5', text: 'alone', timesOut: 'always' });
    await failOften();
    await works();
    expect(await textsOf('user:5')).toEqual(['alone']);
  });

  it('keeps an alert that takes too long, since nothing would tell of its loss', async () => {
    const alert = { kind: 'failure', title: 'Slow', detail: 'slow', timesOut: 'always' };
    await one.app.get(Transactions).run((tx) =>
      appendEvent(tx, {
        type: 'alert.raised',
        aggregate: 'alert',
        aggregateId: 'slow',
        version: 1,
        data: alert,
      }),
    );
    await writeNote(one, { room: 'user:6', text: 'after' });
    await failOften();
    const [event] = await one.database.query(
      `SELECT published_at FROM outbox_events WHERE aggregate_id = 'slow'`,
    );
    expect([event, await textsOf('user:6')]).toEqual([{ published_at: null }, []]);
    await works();
    expect(await textsOf('user:6')).toEqual(['after']);
  });

  it('tells the rest at once when an event is of a type that this version does not know, and counts it', async () => {
    const breaches = one.app.get(ContractBreaches);
    const report = jest.spyOn(breaches, 'reportBreach').mockImplementation(() => undefined);
    await owner.query(
      `INSERT INTO outbox_events (event_id, type, aggregate, aggregate_id, version, data)
       VALUES (gen_random_uuid(), 'future.happened', 'alert', 'of another version', 1, '{}')`,
    );
    await writeNote(one, { room: 'user:7', text: 'after' });
    await one.app.get(Relay).drain();
    expect(await textsOf('user:7')).toEqual(['after']);
    expect(report.mock.calls).toEqual([[expect.stringContaining('future.happened')]]);
    report.mockRestore();
  });

  it('end a wait for a lock before the statement, so that it counts as one of Postgres and not of the event', async () => {
    const [limits]: { lock: number; statement: number }[] = await one.database.query(
      `SELECT max(setting::int) FILTER (WHERE name = 'lock_timeout') AS lock,
              max(setting::int) FILTER (WHERE name = 'statement_timeout') AS statement
         FROM pg_settings`,
    );
    expect(limits?.lock).toBeGreaterThan(0);
    expect(limits?.lock).toBeLessThan(limits?.statement ?? 0);
  });
});
