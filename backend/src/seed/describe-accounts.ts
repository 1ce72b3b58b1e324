import { formatCentsAsDecimal } from '@pax/contracts';
import { In, type DataSource } from 'typeorm';
import { runTransaction } from '../platform/database/transaction.js';
import { User } from '../people/accounts/user.entity.js';
import { bonusAccount, creditAccount } from '../people/ledger/accounts.js';
import { readBalances } from '../people/ledger/ledger.js';
import { DEMO_ACCOUNTS } from './demo-accounts.js';

/** A demo account with a password, printed for people who try the shop. */
export interface DescribedAccount {
  readonly username: string;
  readonly password: string;
  /** Role, tier and balances of the account as they are now, not those it started with. */
  readonly role: string;
}

/** Lists the existing demo accounts with their present tier and balances. */
export async function describeAccounts(database: DataSource): Promise<DescribedAccount[]> {
  const { result } = await runTransaction(database, async (tx) => {
    const users = await tx.findBy(User, { username: In(DEMO_ACCOUNTS.map(({ username }) => username)) });
    const balances = await readBalances(
      tx,
      users.flatMap(({ id }) => [creditAccount(id), bonusAccount(id)]),
    );
    return DEMO_ACCOUNTS.flatMap(({ username, password, referredBy }) => {
      const user = users.find((one) => one.username === username);
      if (!user || password === undefined) return [];
      const creditCents = balances.get(creditAccount(user.id)) ?? 0;
      const bonusCents = balances.get(bonusAccount(user.id)) ?? 0;
      const facts = [
        user.blockedAt ? 'blocked' : `${user.tier} customer`,
        ...(referredBy === undefined ? [] : [`referred by ${referredBy}`]),
        ...(creditCents > 0 ? [`$${formatCentsAsDecimal(creditCents)} store credit`] : []),
        ...(bonusCents > 0 ? [`$${formatCentsAsDecimal(bonusCents)} bonus`] : []),
      ];
      return [{ username, password, role: facts.join(', ') }];
    });
  });
  return result;
}
