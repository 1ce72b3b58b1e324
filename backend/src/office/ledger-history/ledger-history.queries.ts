import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  formatCentsAsDecimal,
  type LedgerBalance,
  type LedgerEntry,
  type ListQuery,
  type RewardKey,
  type LedgerReason,
} from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { parseIdCursor, requireSort } from '../../platform/lists/list-page.js';
import type { Page } from '../../platform/lists/send-page.js';
import { ShopError } from '../../platform/shop-error.js';
import { readEntities } from '../../platform/database/read-entities.js';
import { sql } from '../../platform/database/sql.js';
import {
  bonusAccount,
  bonusHeldAccount,
  COINS,
  COINS_HELD,
  creditAccount,
  creditHeldAccount,
  pointsAccount,
  stockAccount,
  stockHeldAccount,
} from '../../people/ledger/accounts.js';
import {
  readBookings,
  type BookedRow,
  type HistoryCursor,
  type BalanceAccounts,
} from '../../people/ledger/history.js';
import { Reward } from '../../people/loyalty/reward-code.js';

/** A balance that the history shows: the sum of its ledger accounts, free and held. */
interface NamedBalance {
  name: LedgerBalance;
  accounts: BalanceAccounts['accounts'];
}

/**
 * Kinds of readers of journal entries: the owner, staff with the right to orders, and staff without that
 * right, who see neither buyers nor orders.
 */
export type LedgerReader = 'owner' | 'staff' | 'without-orders';

const orderRow = z.object({ id: z.number(), ref: z.string() });
const MONEY: readonly LedgerBalance[] = ['credit', 'bonus'];

/** Reads journal entries of the ledger, newest first. */
@Injectable()
export class LedgerHistoryQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * Lists the bookings on points, credit and bonus of an account; `state` selects which of these balances.
   */
  listForUser(userId: number, query: ListQuery, reader: LedgerReader): Promise<Page<LedgerEntry>> {
    const balances: NamedBalance[] = [
      { name: 'points', accounts: [pointsAccount(userId)] },
      { name: 'credit', accounts: [creditAccount(userId), creditHeldAccount(userId)] },
      { name: 'bonus', accounts: [bonusAccount(userId), bonusHeldAccount(userId)] },
    ];
    return this.readPage(balances, query, reader);
  }

  listForProduct(productId: number, query: ListQuery, reader: LedgerReader): Promise<Page<LedgerEntry>> {
    return this.readPage(
      [{ name: 'stock', accounts: [stockAccount(productId), stockHeldAccount(productId)] }],
      query,
      reader,
    );
  }

  listForPool(query: ListQuery, reader: LedgerReader): Promise<Page<LedgerEntry>> {
    return this.readPage([{ name: 'coins', accounts: [COINS, COINS_HELD] }], query, reader);
  }

  private async readPage(
    balances: readonly NamedBalance[],
    { sort, state, cursor, limit }: ListQuery,
    reader: LedgerReader,
  ): Promise<Page<LedgerEntry>> {
    requireSort(sort, 'newest');
    const asked = selectBalances(balances, state);
    const start = parseCursor(cursor, asked);
    const { rows, total, next } = await readBookings(this.database.manager, asked, { start, limit });
    const rewards = await this.readRewardKeys(rows);
    const checkouts = await this.findCheckoutsOfEarnings(rows);
    return {
      items: rows.map((row) => toLedgerEntry(row, balances, { rewards, checkouts }, reader)),
      total,
      ...(next ? { next: formatCursor(next, asked) } : {}),
    };
  }

  private async readRewardKeys(rows: readonly BookedRow[]): Promise<Map<number, RewardKey>> {
    const ids = rows.flatMap(({ key }) => parseLedgerKey(key).rewardId ?? []);
    if (ids.length === 0) return new Map();
    const rewards = await readEntities(this.database.manager, Reward, 'WHERE id = ANY($1)', [ids]);
    return new Map(rewards.map(({ id, key }) => [id, key]));
  }

  /**
   * Finds the checkouts of orders that earned points, by the orders' ids, because receipts belong to
   * checkouts.
   */
  private async findCheckoutsOfEarnings(rows: readonly BookedRow[]): Promise<Map<number, string>> {
    const ids = rows.flatMap(({ key }) => {
      const { reason, orderId } = parseLedgerKey(key);
      return (reason === 'earned' && orderId) || [];
    });
    if (ids.length === 0) return new Map();
    const orders = await sql(this.database.manager).rows(
      orderRow,
      'SELECT o.id, c.ref FROM orders o JOIN checkouts c ON c.id = o.checkout_id WHERE o.id = ANY($1)',
      [ids],
    );
    return new Map(orders.map(({ id, ref }) => [id, ref]));
  }
}

/**
 * Separates the entry id and the balances in a cursor. A cursor stores balances so that newer entries need no
 * summing.
 */
const CURSOR_SEPARATOR = '~';

const formatCursor = ({ before, balances }: HistoryCursor, asked: readonly NamedBalance[]): string =>
  [before, ...asked.map(({ name }) => balances.get(name) ?? 0)].join(CURSOR_SEPARATOR);

/**
 * Parses the cursor of a history page.
 * @throws ShopError VALIDATION for a cursor that does not fit the requested balances
 */
function parseCursor(cursor: string | undefined, asked: readonly NamedBalance[]): HistoryCursor | undefined {
  if (cursor === undefined) return undefined;
  const [before = '', ...amounts] = cursor.split(CURSOR_SEPARATOR);
  const isWhole = amounts.length === asked.length && amounts.every((amount) => /^-?\d{1,16}$/.test(amount));
  if (!isWhole) throw new ShopError('VALIDATION', 'cursor: not a cursor of this list');
  const balances = new Map(asked.map(({ name }, at) => [name as string, Number(amounts[at])]));
  return { before: parseIdCursor(before), balances };
}

/**
 * Selects the balances named in `state`, separated by commas.
 * @throws ShopError VALIDATION for an unknown balance
 */
function selectBalances(
  balances: readonly NamedBalance[],
  state: string | undefined,
): readonly NamedBalance[] {
  if (state === undefined || state === '') return balances;
  return state.split(',').map((name) => {
    const found = balances.find((balance) => balance.name === name);
    if (!found) throw new ShopError('VALIDATION', 'state: no balance of this history');
    return found;
  });
}

/** Rewards and checkouts that the journal entries of a page refer to, by id. */
interface PageReferences {
  rewards: ReadonlyMap<number, RewardKey>;
  checkouts: ReadonlyMap<number, string>;
}

function toLedgerEntry(
  { id, name, key, delta, after, actor, at }: BookedRow,
  balances: readonly NamedBalance[],
  { rewards, checkouts }: PageReferences,
  reader: LedgerReader,
): LedgerEntry {
  const balance = balances.find((known) => known.name === name)?.name ?? 'points';
  const entryAmountOf = (units: number): string =>
    MONEY.includes(balance) ? formatCentsAsDecimal(units) : String(units);
  const { reason, checkout, orderId, rewardId } = parseLedgerKey(key);
  const ofOrder = orderId === undefined ? undefined : checkouts.get(orderId);
  const hidesOrders = reader === 'without-orders';
  return {
    id,
    balance,
    reason,
    amount: entryAmountOf(delta),
    after: entryAmountOf(after),
    checkout: hidesOrders ? null : (checkout ?? ofOrder ?? null),
    orderId: hidesOrders ? null : (orderId ?? null),
    rewardKey: (rewardId !== undefined && rewards.get(rewardId)) || null,
    createdAt: at.toISOString(),
    // Hides from customers which staff member acted.
    ...((hidesOrders ? reason === 'adjusted' : reader === 'staff') ? { actor } : {}),
  };
}

/** Reason and subject of a ledger entry, as its idempotency key names them. */
interface KeyMeaning {
  reason: LedgerReason;
  checkout?: string;
  orderId?: number;
  rewardId?: number;
}

type KeySubject = 'checkout' | 'orderId' | 'rewardId';

/**
 * Prefixes of ledger keys and what they mean; after the prefix follows the subject's id, up to the next
 * colon.
 */
const KEY_MEANINGS: readonly (readonly [begin: string, reason: LedgerReason, subject?: KeySubject])[] = [
  ['earn:order:', 'earned', 'orderId'],
  // An earlier version of the shop booked points at the payment, under this key.
  ['earn:', 'earned', 'checkout'],
  ['sell:', 'purchase', 'checkout'],
  ['reverse:order:', 'refund', 'orderId'],
  ['reverse:commission:', 'commission_back', 'orderId'],
  ['commission:', 'commission', 'orderId'],
  ['redeem:', 'reward', 'rewardId'],
  ['use:', 'reward_credit', 'rewardId'],
  ['referral-bonus:', 'referral_bonus'],
  ['join-reward:', 'join_reward', 'orderId'],
  ['restock:', 'restock', 'orderId'],
  ['set:', 'adjusted'],
  ['delete-account:', 'account_deleted'],
];

/** Reads the reason of a journal entry from its idempotency key; `other` for a key with an unknown prefix. */
export function parseLedgerKey(key: string): KeyMeaning {
  const found = KEY_MEANINGS.find(([begin]) => key.startsWith(begin));
  if (!found) return { reason: 'other' };
  const [begin, reason, subject] = found;
  const [name = ''] = key.slice(begin.length).split(':', 1);
  if (subject === undefined) return { reason };
  return { reason, [subject]: subject === 'checkout' ? name : Number(name) };
}
