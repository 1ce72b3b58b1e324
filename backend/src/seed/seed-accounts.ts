import { hash } from '@node-rs/argon2';
import type { Tx } from '../platform/database/transaction.js';
import { appendEvent } from '../platform/outbox/outbox.js';
import { insertAccount } from '../people/accounts/register-account.js';
import type { User } from '../people/accounts/user.entity.js';
import { creditAccount } from '../people/ledger/accounts.js';
import { book } from '../people/ledger/ledger.js';
import { bookReferralBonus } from '../people/referrals/apply-referral.js';
import type { Settings } from '../settings.js';
import { DEMO_ACCOUNTS, type DemoAccount } from './demo-accounts.js';

/** Parameters of argon2id, the same as for every password of the shop. */
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export async function seedAccounts(tx: Tx, settings: Settings): Promise<void> {
  const users = new Map<string, User>();
  for (const demo of DEMO_ACCOUNTS) {
    const user = await createAccount(tx, demo, settings);
    users.set(demo.username, user);
    await fillProfile(tx, user, demo, demo.referredBy === undefined ? undefined : users.get(demo.referredBy));
    await giveBalances(tx, user, demo);
    if (user.referredByUserId !== null) await bookReferralBonus(tx, user);
  }
}

async function createAccount(tx: Tx, demo: DemoAccount, settings: Settings): Promise<User> {
  const passwordHash = demo.password === undefined ? undefined : await hash(demo.password, ARGON);
  const proven = demo.isOperator
    ? { discordId: settings.adminDiscordIds[0], discordUsername: demo.discordUsername }
    : {};
  const result = await insertAccount(tx, { username: demo.username, passwordHash, ...proven });
  if (!('user' in result))
    throw new Error(`the demo account ${demo.username} can't be made: ${result.taken} is taken`);
  return result.user;
}

async function fillProfile(tx: Tx, user: User, demo: DemoAccount, referrer: User | undefined): Promise<void> {
  user.minecraftName = demo.minecraftName ?? null;
  user.discordUsername = demo.discordUsername ?? null;
  user.referredByUserId = referrer?.id ?? null;
  user.appliedReferralCode = referrer?.referralCode ?? null;
  user.blockedAt = demo.blocked ? new Date() : null;
  user.blockReason = demo.blocked ? 'demo' : null;
  user.version += 1;
  await tx.save(user);
  const type = demo.blocked ? 'user.blocked' : 'user.updated';
  appendEvent(tx, { type, aggregate: 'user', aggregateId: String(user.id), version: user.version });
}

async function giveBalances(tx: Tx, user: User, demo: DemoAccount): Promise<void> {
  if (demo.creditCents === undefined) return;
  await book(tx, { idempotencyKey: `seed:balances:${user.id}`, reason: 'first balance', actor: 'shop' }, [
    { account: creditAccount(user.id), delta: demo.creditCents },
  ]);
}
