import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { type IdPage, sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { forgetMails } from '../../platform/mail/mail-queue.js';
import {
  eraseStreamMessages,
  type ErasedAccount,
  findEventIds,
} from '../../platform/outbox/delete-stream-messages.js';
import { waitForRelay, waitForRelayStep } from '../../platform/outbox/relay.js';
import { deletedUsernameOf, findReferredAccountIds } from '../../people/accounts/anonymise-account.js';
import { deleteReferralOpens } from '../../people/referrals/referral-opens.js';
import { listCheckoutsOfUser, removeCodesFromCheckouts } from '../../shop/checkout/anonymise-checkouts.js';
import { erasePayloadsOf } from '../../shop/inbox/erase-payloads.js';
import {
  anonymiseOrders,
  listOrdersOfUser,
  removeCodesFromOrders,
} from '../../shop/orders/anonymise-orders.js';
import { deleteWishlist } from '../../shop/wishlist/wishlist-rows.js';
import { listTicketsOfUser } from '../../support/tickets/erase-tickets.js';
import { deleteNotices } from '../../support/notices/notice-rows.js';
import { deleteDirectMessages } from '../../discord/direct-messages/direct-message-rows.js';
import { anonymisePosts } from '../../discord/posts/anonymise-posts.js';
import { emptyThreadMessages } from '../../discord/threads/thread-messages.js';

/** Most orders, checkouts or tickets of a portion, so that it takes a fraction of a second. */
const PORTION = 100;
/** Most friends of a portion; each has orders and a room of messages. */
const FRIENDS = 5;

const remainsRow = z.object({
  remains: z.object({
    username: z.string(),
    codes: z.array(z.string()),
    part: z.string(),
    after: z.number(),
  }),
});

/**
 * Erases the next portion of one part of an account's data.
 * @returns where the next portion begins; undefined at the end of the part
 */
type Part = (tx: Tx, account: ErasedAccount, after: number) => Promise<number | undefined>;

/**
 * The parts in their order: the rows that events are drafted from, then what the relay wrote. In between no step may
 * be left that read the rows before.
 */
const PARTS: Readonly<Record<string, Part>> = {
  orders: eachPortion(listOrdersOfUser, (tx, _, ids) => anonymiseOrders(tx, ids)),
  friends: eachFriend(async (tx, _, friendId) => {
    await removeCodesFromCheckouts(tx, friendId);
    for await (const ids of listAllOrders(tx, friendId)) await removeCodesFromOrders(tx, ids);
  }),
  relay: once((tx) => waitForRelayStep(tx)),
  posts: eachPortion(listOrdersOfUser, (tx, account, orderIds) =>
    anonymisePostsOf(tx, account, { orderIds }),
  ),
  'friends-posts': eachFriend(async (tx, account, friendId) => {
    for await (const friendOrderIds of listAllOrders(tx, friendId))
      await anonymisePostsOf(tx, account, { friendOrderIds });
    await eraseRoom(tx, account, `user:${friendId}`);
  }),
  tickets: eachPortion(listTicketsOfUser, async (tx, account, ids) => {
    await forgetMails(tx, ids.map(String));
    await anonymisePostsOf(tx, account, { eventIds: await findEventIds(tx, 'ticket', ids) });
    await emptyThreadMessages(tx, ids);
  }),
  wishlist: once((tx, { userId }) => deleteWishlist(tx, userId)),
  'referral-opens': once((tx, { userId }) => deleteReferralOpens(tx, userId)),
  notices: once((tx, { userId }) => deleteNotices(tx, userId)),
  'direct-messages': once((tx, { userId }) => deleteDirectMessages(tx, userId)),
  'own-room': (tx, account, after) =>
    eraseStreamMessages(tx, account, { room: `user:${account.userId}`, after }),
  'admin-room': (tx, account, after) => eraseStreamMessages(tx, account, { room: 'admin', after }),
  checkouts: async (tx, { userId }, after) => {
    const checkouts = await listCheckoutsOfUser(tx, userId, { after, most: PORTION });
    await forgetMails(
      tx,
      checkouts.map(({ ref }) => ref),
    );
    await erasePayloadsOf(tx, checkouts);
    return checkouts.at(-1)?.id;
  },
};
const NAMES = Object.keys(PARTS);

/** Erases what remains of ended accounts in portions, each in a short transaction of its own. */
@Injectable()
export class EraseRemains {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Erases the remains of an account; a run that was interrupted goes on where it stopped. */
  async execute(userId: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.transactions.run((tx) => eraseNextPortion(tx, userId))))
      await waitForRelay(this.database, signal);
  }
}

/** Records that the remains of an ended account are to be erased, with the names that find them. */
export async function beginRemains(tx: Tx, { userId, username, codes }: ErasedAccount): Promise<void> {
  const remains = { username, codes, part: NAMES[0], after: 0 };
  await sql(tx).run('UPDATE account_deletions SET remains = $2 WHERE user_id = $1', [userId, remains]);
}

/**
 * Erases one portion and records how far the erasure came.
 * @returns false when nothing remains
 */
async function eraseNextPortion(tx: Tx, userId: number): Promise<boolean> {
  // The lock makes processes that erase the same account take turns.
  const row = await sql(tx).first(
    remainsRow,
    'SELECT remains FROM account_deletions WHERE user_id = $1 AND remains IS NOT NULL FOR UPDATE',
    [userId],
  );
  if (!row) return false;
  const { part, after, ...names } = row.remains;
  const last = await PARTS[part]?.(tx, { userId, ...names }, after);
  const next = last === undefined ? NAMES[NAMES.indexOf(part) + 1] : part;
  const remains = next === undefined ? null : { ...names, part: next, after: last ?? 0 };
  await sql(tx).run('UPDATE account_deletions SET remains = $2 WHERE user_id = $1', [userId, remains]);
  return remains !== null;
}

type ListIds = (tx: Tx, userId: number, page: IdPage) => Promise<number[]>;
type EraseRows = (tx: Tx, account: ErasedAccount, ids: readonly number[]) => Promise<void>;

function eachPortion(listIds: ListIds, erase: EraseRows, most = PORTION): Part {
  return async (tx, account, after) => {
    const ids = await listIds(tx, account.userId, { after, most });
    if (ids.length > 0) await erase(tx, account, ids);
    return ids.at(-1);
  };
}

function eachFriend(erase: (tx: Tx, account: ErasedAccount, friendId: number) => Promise<void>): Part {
  const eraseAll: EraseRows = async (tx, account, ids) => {
    for (const id of ids) await erase(tx, account, id);
  };
  return eachPortion(findReferredAccountIds, eraseAll, FRIENDS);
}

/** Lists all orders of a friend in portions, so that no statement takes long. */
async function* listAllOrders(tx: Tx, friendId: number): AsyncGenerator<number[]> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const ids = await listOrdersOfUser(tx, friendId, { after, most: PORTION });
    if (ids.length > 0) yield ids;
    after = ids.at(-1);
  }
}

function once(work: (tx: Tx, account: ErasedAccount) => Promise<void>): Part {
  return async (tx, account) => {
    await work(tx, account);
    return undefined;
  };
}

function anonymisePostsOf(
  tx: Tx,
  { userId }: ErasedAccount,
  posts: Partial<Omit<Parameters<typeof anonymisePosts>[1], 'username'>>,
): Promise<void> {
  const none = { orderIds: [], eventIds: [], friendOrderIds: [] };
  return anonymisePosts(tx, { ...none, ...posts, username: deletedUsernameOf(userId) });
}

async function eraseRoom(tx: Tx, account: ErasedAccount, room: string): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined;)
    after = await eraseStreamMessages(tx, account, { room, after });
}
