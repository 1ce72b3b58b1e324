import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { Clock } from '../src/platform/clock.js';
import { Relay } from '../src/platform/outbox/relay.js';
import { readInvariantQueries } from '../src/office/operations/invariants.js';
import { startTestApp } from './app.js';
import { BROKEN_ROWS } from './broken-rows.js';
import { actOnPayPage, place, waitForState } from './buying.js';
import { changeOrderAsStaff, CRYPTO_SHOP, orderByCrypto } from './crypto-shop.js';
import { expectInvariants } from './invariants.js';
import { registerNoteProjection, writeNote } from './note-event.js';
import { expectSettled } from './expect-settled.js';
import { redeem } from './rewards.js';
import { startShop, type Shop } from './shop.js';
import { until } from './until.js';

jest.setTimeout(60_000);

describe('the invariants (OWN-239, OWN-115)', () => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await startShop(CRYPTO_SHOP);
    const [admin, buyer, referrer] = [
      await shop.signIn({ admin: true }),
      await shop.signIn(),
      await shop.signIn(),
    ];
    await shop.database.query(
      `UPDATE users SET referred_by_user_id = $2, applied_referral_code = 'SPEC' WHERE id = $1`,
      [buyer.userId, referrer.userId],
    );
    await shop.fill(`credit:${buyer.userId}`, 300);
    for (const stock of [5, 5, 5, 5]) await shop.addProduct({ stock, priceCents: 1500 });
    await shop.fill(`points:${buyer.userId}`, 2_000);
    await shop.database.query(`UPDATE users SET tier = 'silver' WHERE id = $1`, [buyer.userId]);
    const { code } = await redeem(buyer, 'ten-percent-off');
    await redeem(buyer, 'store-credit-5');
    const done = await place(
      buyer,
      [
        { id: 1, quantity: 2 },
        { id: 2, quantity: 1 },
      ],
      { useStoreCredit: true, rewardCode: code },
    );
    await actOnPayPage(done.url, 'pay');
    const { orders } = await waitForState(buyer, done.checkout, 'paid');
    await admin.agent.patch(`/api/admin/orders/${orders[0]}/process`).send({}).expect(200);
    await admin.agent.patch(`/api/admin/orders/${orders[0]}/complete`).send({}).expect(200);
    await admin.agent.patch(`/api/admin/orders/${orders[1]}/cancel`).send({}).expect(200);
    const gone = await place(referrer, [{ id: 1, quantity: 1 }]);
    await referrer.agent.post(`/api/checkouts/${gone.checkout}/cancel`).expect(200);
    await place(buyer, [{ id: 1, quantity: 1 }]);
    await orderByCrypto(referrer, [{ id: 4, quantity: 1 }]);
    const ended = await orderByCrypto(admin, [{ id: 4, quantity: 1 }]);
    await changeOrderAsStaff(admin, ended.orders[0], 'cancel').expect(200);
    await expectSettled(shop);
  });
  afterAll(() => shop.close());

  /** Names of the invariants that a bug breaks; the bug is undone afterwards. */
  const brokenBy = async (bug: string): Promise<string[]> => {
    // As owner, since the runtime's role cannot disable triggers.
    const owner = await new DataSource({ type: 'postgres', url: shop.databaseUrl }).initialize();
    const runner = owner.createQueryRunner();
    await runner.startTransaction();
    try {
      // Disables the append-only triggers, since a bug would have bypassed them.
      await runner.query(`SET LOCAL session_replication_role = replica`);
      await runner.query(bug);
      const names: string[] = [];
      for (const { name, sql } of await readInvariantQueries()) {
        const rows: unknown[] = await runner.query(sql);
        if (rows.length > 0) names.push(name);
      }
      return names;
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
      await owner.destroy();
    }
  };

  it.each(BROKEN_ROWS)('notice %s', async (_bug, sql, noticed) => {
    expect(await brokenBy(sql)).toEqual(expect.arrayContaining(noticed));
  });

  it('are all put to the test, and hold again afterwards', async () => {
    const tried = new Set(BROKEN_ROWS.flatMap(([, , noticed]) => noticed));
    const untried = (await readInvariantQueries()).map(({ name }) => name).filter((name) => !tried.has(name));
    expect(untried).toEqual([]);
    await shop.app.get(Relay).drain();
    await expectSettled(shop);
  });

  it('are not said to hold where the relay gave up an event (OWN-239)', async () => {
    const own = await startTestApp({}, { prepare: registerNoteProjection, handMade: true });
    try {
      await expectInvariants(own);
      const poison = await writeNote(own, { room: 'shop', text: 'poison', poison: true });
      let offsetMs = 0;
      own.app.get(Clock).now = () => new Date(Date.now() + offsetMs);
      const unpublished = async (): Promise<number> => {
        offsetMs += 1_000;
        const relay = own.app.get(Relay);
        await relay.drain().catch(() => undefined);
        const rows: unknown[] = await own.database.query(
          'SELECT 1 FROM outbox_events WHERE published_at IS NULL',
        );
        return rows.length;
      };
      await until(unpublished, (count) => count === 0);
      await expect(expectInvariants(own)).rejects.toThrow(`Event ${poison} `);
    } finally {
      await own.close();
    }
  });
});
