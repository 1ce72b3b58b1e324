import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { Sessions } from '../../platform/sessions/sessions.js';
import { FormerIdentities, type DepartedIdentity } from '../../people/accounts/former-identities.js';
import { anonymiseAccount, removeCodesFromFriends } from '../../people/accounts/anonymise-account.js';
import { UsernameAvailability } from '../../people/usernames/username-availability.js';
import type { User } from '../../people/accounts/user.entity.js';
import { carryOverSecondStep } from '../../people/accounts/owed-second-step.js';
import { deleteSignInMethods } from '../../people/sign-in/sessions/own-sessions.js';
import { deleteDiscordData, TABLES_OF_PEOPLE } from '../../discord/direct-messages/direct-message-rows.js';
import { dropRoleGrant } from '../../people/loyalty/vip-role.js';
import { findDeliveredGameNames, hashJoinRewardClaims } from '../../shop/orders/anonymise-orders.js';
import { PictureStore } from '../../support/pictures/picture-store.js';
import { deleteFormerCodes } from '../../people/referrals/referral-codes.js';
import { eraseReceiptAddress } from '../../shop/receipts/mail/receipt-address.js';
import { eraseTickets } from '../../support/tickets/erase-tickets.js';
import { beginRemains } from './erase-remains.js';

/**
 * Ends an account and erases what there is little of; `EraseRemains` erases the rest, and ForgetEvidence later the
 * evidence of purchases and the names on checkouts. Booked amounts stay.
 */
@Injectable()
export class EraseAccount {
  constructor(
    private readonly sessions: Sessions,
    private readonly departed: FormerIdentities,
    private readonly names: UsernameAvailability,
    private readonly pictures: PictureStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Erases the account; a repeat erases data written since the first time.
   * @param user the account, locked
   */
  async execute(tx: Tx, user: User): Promise<void> {
    const { id: userId, username } = user;
    const codes = await deleteFormerCodes(tx, user);
    if (user.deletedAt === null) await this.rememberIdentities(tx, user, codes);
    await carryOverSecondStep(tx, this.departed, user);
    await this.sessions.closeAllSessionsOf(userId, tx);
    await deleteSignInMethods(tx, userId);
    await dropRoleGrant(tx, user, this.clock.now());
    await removeCodesFromFriends(tx, userId);
    await eraseReceiptAddress(tx, userId);
    await hashJoinRewardClaims(tx, userId, this.departed);
    const discordIds = await this.findDiscordIds(tx, user);
    await eraseTickets(tx, this.pictures, { userId, discordIds, now: this.clock.now() });
    await deleteDiscordData(tx, discordIds);
    await anonymiseAccount(tx, user, this.clock.now());
    await beginRemains(tx, { userId, username, codes });
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
