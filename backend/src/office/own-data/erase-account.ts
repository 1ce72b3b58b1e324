import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { forgetMails } from '../../platform/mail/mail-queue.js';
import { emptyMessages, findEventIds } from '../../platform/outbox/empty-messages.js';
import { Sessions } from '../../platform/sessions/sessions.js';
import { DepartedPeople, type DepartedIdentity } from '../../people/accounts/departed-people.js';
import {
  deletedUsernameOf,
  emptyAccount,
  removeCodesFromFriends,
  findReferredAccountIds,
} from '../../people/accounts/empty-account.js';
import { AccountNames } from '../../people/usernames/account-names.js';
import type { User } from '../../people/accounts/user.entity.js';
import { rememberSecondStep } from '../../people/second-step/remember-second-step.js';
import { deleteSignInMethods } from '../../people/sign-in/sessions/own-sessions.js';
import {
  listCheckoutsOfUser,
  removeCodesFromCheckouts,
  type NamedCheckout,
} from '../../shop/checkout/anonymise-checkouts.js';
import { deleteDiscordData, TABLES_OF_PEOPLE } from '../../discord/direct-messages/write-direct-messages.js';
import { emptyPosts } from '../../discord/posts/empty-posts.js';
import { dropRoleGrant } from '../../people/loyalty/vip-role.js';
import {
  removeCodesFromOrders,
  anonymiseOrders,
  findDeliveredGameNames,
  hashJoinRewardClaims,
} from '../../shop/orders/anonymise-orders.js';
import { erasePayloadsOf } from '../../shop/inbox/provider-messages.js';
import { Pictures } from '../../support/pictures/pictures.js';
import { deleteFormerCodes } from '../../people/referrals/referral-codes.js';
import { eraseReceiptAddress } from '../../shop/receipts/mail/receipt-address.js';
import { emptyTickets } from '../../support/tickets/empty-tickets.js';

/**
 * Erases a person's data from every table in one transaction; booked amounts stay. The job ForgetEvidence
 * later erases the evidence of purchases and the names on checkouts.
 */
@Injectable()
export class EraseAccount {
  constructor(
    private readonly sessions: Sessions,
    private readonly departed: DepartedPeople,
    private readonly names: AccountNames,
    private readonly pictures: Pictures,
    private readonly clock: Clock,
  ) {}

  /**
   * Erases the account; a repeat erases data written since the first time.
   * @param user the account, locked after the event relay was paused
   */
  async execute(tx: Tx, user: User): Promise<void> {
    const { id: userId, username } = user;
    const codes = await deleteFormerCodes(tx, user);
    const friendIds = await findReferredAccountIds(tx, userId);
    if (user.deletedAt === null) await this.rememberIdentities(tx, user, codes);
    await rememberSecondStep(tx, this.departed, user);
    await this.sessions.closeAllSessionsOf(userId, tx);
    await deleteSignInMethods(tx, userId);
    await dropRoleGrant(tx, user, this.clock.now());
    const checkouts = await listCheckoutsOfUser(tx, userId);
    await removeCodesFromFriends(tx, friendIds);
    await removeCodesFromCheckouts(tx, friendIds);
    await forgetPurchases(tx, userId, checkouts);
    const orderIds = await anonymiseOrders(tx, userId);
    const friendOrderIds = await removeCodesFromOrders(tx, friendIds);
    await hashJoinRewardClaims(tx, userId, this.departed);
    const discordIds = await this.findDiscordIds(tx, user);
    const ticketIds = await emptyTickets(tx, this.pictures, { userId, discordIds, now: this.clock.now() });
    await deleteDiscordData(tx, userId, discordIds);
    await forgetMails(tx, [...checkouts.map(({ ref }) => ref), ...ticketIds.map(String)]);
    const eventIds = await findEventIds(tx, 'ticket', ticketIds);
    await emptyPosts(tx, { orderIds, eventIds, friendOrderIds, username: deletedUsernameOf(userId) });
    await emptyMessages(tx, { userId, username, codes, friendIds });
    await emptyAccount(tx, user, this.clock.now());
  }

  /** Finds the account's Discord id, and the ids that it unlinked and no account has now. */
  private async findDiscordIds(tx: Tx, { id, discordId }: User): Promise<string[]> {
    const former = await this.departed.findFormerIds(tx, id, await findPeopleWithoutAccount(tx));
    return discordId === null ? former : [...former, discordId];
  }

  /**
   * Stores hashes of the person's identities before erasing them, so that one-time rewards and a block
   * outlive the account.
   */
  private async rememberIdentities(tx: Tx, user: User, codes: readonly string[]): Promise<void> {
    const { id: userId, discordId } = user;
    const names = await findDeliveredGameNames(tx, userId);
    const identities: DepartedIdentity[] = [
      ...(discordId === null ? [] : [{ kind: 'discord' as const, value: discordId }]),
      ...names.map((value) => ({ kind: 'game-name' as const, value })),
      ...codes.map((value) => ({ kind: 'referral-code' as const, value })),
      ...(await this.names.listCooldownIdentities(tx, user)),
    ];
    await this.departed.storeIdentities(tx, userId, identities);
  }
}

async function forgetPurchases(tx: Tx, userId: number, checkouts: readonly NamedCheckout[]): Promise<void> {
  const ids = checkouts.map(({ id }) => id);
  await eraseReceiptAddress(tx, userId);
  const names = checkouts.flatMap(({ ref, session }) => (session === null ? [ref] : [ref, session]));
  await erasePayloadsOf(tx, ids, names);
}

/** Finds the Discord ids of people without an account about whom the shop stores something. */
async function findPeopleWithoutAccount(tx: Tx): Promise<string[]> {
  const known = TABLES_OF_PEOPLE.map((table) => `SELECT discord_id FROM ${table}`);
  const rows = await sql(tx).rows(
    z.object({ id: z.string() }),
    `SELECT k.discord_id AS id FROM (${known.join(' UNION ')} UNION SELECT author_id FROM ticket_lines) k
      WHERE NOT EXISTS (SELECT FROM users u WHERE u.discord_id = k.discord_id)`,
  );
  return rows.map(({ id }) => id);
}
