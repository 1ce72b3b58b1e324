import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { SecurityLog, type SecurityEvent } from './security-log.js';

const BY_VISITOR: SecurityEvent = {
  actor: 'visitor',
  action: 'pool.refused',
  subject: 'pool',
  address: '203.0.113.1',
  alert: 'Somebody knocks',
};
const BY_NETWORK: SecurityEvent = { ...BY_VISITOR, address: '2001:db8:1:2::1' };
const BY_ACCOUNT: SecurityEvent = { ...BY_VISITOR, actor: 'user:7' };

describe('refused calls, after twenty rows of one caller (OWN-21)', () => {
  let shop: TestApp;
  let log: SecurityLog;
  beforeAll(async () => {
    shop = await startTestApp({ RATE_LIMIT_FACTOR: '1' });
    log = shop.app.get(SecurityLog);
  });
  beforeEach(() => shop.database.query('DELETE FROM rate_limits'));
  afterAll(() => shop.close());

  const written = async (): Promise<[rows: number, posts: number]> => {
    const [{ rows, posts }]: [{ rows: number; posts: number }] = await shop.database.query(
      `SELECT (SELECT count(*)::int FROM audit_log) AS rows,
              (SELECT count(*)::int FROM outbox_events WHERE type = 'alert.raised') AS posts`,
    );
    return [rows, posts];
  };
  /** Rows and posts that calls add. */
  const addedBy = async (event: SecurityEvent, times = 1): Promise<[rows: number, posts: number]> => {
    const before = await written();
    for (let n = 0; n < times; n += 1) await log.recordRefusal(event);
    const after = await written();
    return [after[0] - before[0], after[1] - before[1]];
  };

  it.each<[what: string, noise: SecurityEvent, event: Partial<SecurityEvent>, rows: number, posts: number]>([
    ['nothing of one more', BY_VISITOR, {}, 0, 0],
    ['nothing about something else', BY_VISITOR, { subject: 'users' }, 0, 0],
    ['a visitor at another address', BY_VISITOR, { address: '203.0.113.2' }, 1, 1],
    ['nothing of a neighbour in one network', BY_NETWORK, { address: '2001:db8:1:2::9' }, 0, 0],
    ['a visitor of another network', BY_NETWORK, { address: '2001:db8:1:3::1' }, 1, 1],
    ['an account at the same address', BY_VISITOR, { actor: 'user:7' }, 1, 1],
    ['nothing of one account elsewhere', BY_ACCOUNT, { address: '203.0.113.2' }, 0, 0],
    ['another account', BY_ACCOUNT, { actor: 'user:8' }, 1, 1],
    ['a visitor beside an account', BY_ACCOUNT, { actor: 'visitor' }, 1, 1],
    ['another action', BY_VISITOR, { action: 'users.refused' }, 1, 1],
    ['an act that is counted by itself, without a post', BY_VISITOR, { rowLimitKey: 'users' }, 1, 0],
  ])('record %s', async (_what, noise, event, rows, posts) => {
    expect(await addedBy(noise, 21)).toEqual([20, 1]);
    expect(await addedBy({ ...noise, ...event })).toEqual([rows, posts]);
  });

  it('without a title are recorded and posted nowhere', async () => {
    expect(await addedBy({ ...BY_VISITOR, alert: undefined })).toEqual([1, 0]);
    // Nor do they use up the post of one that has a title.
    expect(await addedBy(BY_VISITOR)).toEqual([1, 1]);
  });
});
