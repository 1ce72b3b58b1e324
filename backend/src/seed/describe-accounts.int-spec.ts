import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../test/app.js';
import { testSettings } from '../../test/settings.js';
import { runTransaction } from '../platform/database/transaction.js';
import { creditAccount } from '../people/ledger/accounts.js';
import { book } from '../people/ledger/ledger.js';
import { describeAccounts } from './describe-accounts.js';
import { seedShop } from './seed.js';

describe('what is said of the demo accounts', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startTestApp();
  });
  afterAll(() => shop.close());

  const roles = async () =>
    new Map((await describeAccounts(shop.database)).map(({ username, role }) => [username, role]));

  /** What an account has, by its owner's name. */
  const balance = async (kind: 'credit' | 'bonus', username: string): Promise<number> => {
    const rows: { balance: number }[] = await shop.database.query(
      `SELECT balance FROM ledger_balances JOIN users ON account = $1 || ':' || users.id WHERE username = $2`,
      [kind, username],
    );
    return rows[0]?.balance ?? 0;
  };

  it('is nothing where there are none', async () => {
    expect(await describeAccounts(shop.database)).toEqual([]);
  });

  it('names exactly the credit and bonus that is there, at the first start and after it is spent', async () => {
    await seedShop(shop.database, testSettings(shop.databaseUrl));
    const said = await roles();
    expect([...said.keys()]).toEqual(['nova', 'finn', 'mara', 'oskar', 'juno', 'pip', 'shade']);
    for (const [username, role] of said) {
      const [creditCents, bonusCents] = [await balance('credit', username), await balance('bonus', username)];
      const amountOf = (what: string) => new RegExp(`\\$(\\d+\\.\\d\\d) ${what}`).exec(role)?.[1] ?? '0.00';
      expect([username, amountOf('store credit')]).toEqual([username, (creditCents / 100).toFixed(2)]);
      expect([username, amountOf('bonus')]).toEqual([username, (bonusCents / 100).toFixed(2)]);
    }
    expect(said.get('shade')).toBe('blocked');
    expect(said.get('juno')).toBe('diamond customer, $40.00 store credit');

    await runTransaction(shop.database, async (tx) => {
      const [juno] = await tx.query(`SELECT id FROM users WHERE username = 'juno'`);
      await book(tx, { idempotencyKey: 'spent', reason: 'sell', actor: 'shop' }, [
        { account: creditAccount(juno.id), delta: -4_000 },
      ]);
    });
    expect((await roles()).get('juno')).toBe('diamond customer');
  });
});
