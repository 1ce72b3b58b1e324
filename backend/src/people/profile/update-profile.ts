import { Injectable } from '@nestjs/common';
import { newUsername, type UpdateProfileRequest } from '@pax/contracts';
import { ShopError } from '../../platform/shop-error.js';
import { parseInput } from '../../platform/http/zod.pipe.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { isUniqueViolation } from '../../platform/database/database-errors.js';
import { lockUser, saveUser } from '../accounts/user-row.js';
import { UsernameAvailability, nameRefusedError } from '../usernames/username-availability.js';
import type { User } from '../accounts/user.entity.js';
import { writeAuditRow } from '../audit/audit.js';
import { usernameKey } from '../usernames/username-key.js';
import { nameSkeleton } from '../usernames/name-skeleton.js';

/** Changes the caller's profile. An update that changes nothing raises no version and appends no event. */
@Injectable()
export class UpdateProfile {
  constructor(
    private readonly transactions: Transactions,
    private readonly names: UsernameAvailability,
  ) {}

  /**
   * @throws ShopError VALIDATION, or as `UsernameAvailability` says, for an invalid new name; the present name is
   * always accepted
   * @throws ShopError USERNAME_CHANGES_SPENT when the account has given up too many names recently
   * @throws ShopError CONFLICT when a Discord id is typed that differs from the proven one
   */
  async execute(userId: number, change: UpdateProfileRequest): Promise<void> {
    try {
      await this.transactions.run(async (tx) => {
        const user = await lockUser(tx, userId);
        const { username: former, namedInPurchases: wasNamed } = user;
        await this.assertNameAvailable(tx, user, change.username);
        if (applyProfileChange(user, change)) {
          // The consent was to the name that stands in the posts.
          const isConsentWithdrawn = wasNamed && (!user.namedInPurchases || former !== user.username);
          await saveUser(tx, user, 'user.updated', isConsentWithdrawn ? { isConsentWithdrawn } : {});
        }
        const actor = `user:${userId}`;
        // Leaves the names out of the audit row, because the row outlives the account.
        if (former !== user.username)
          await writeAuditRow(tx, { actor, action: 'username.change', subject: actor });
        if (nameSkeleton(former) !== user.usernameSkeleton)
          await this.names.startNameCooldown(tx, { id: userId, username: former }, user.username);
      });
    } catch (error) {
      throw isUniqueViolation(error) ? nameRefusedError('USERNAME_TAKEN') : error;
    }
  }

  private async assertNameAvailable(tx: Tx, user: User, wanted: string | undefined): Promise<void> {
    if (wanted === undefined || wanted === user.username) return;
    parseInput(newUsername, wanted);
    const problem = await this.names.lockAndFindNameProblem(tx, wanted, user);
    if (problem) throw nameRefusedError(problem);
  }
}

/**
 * Writes the requested changes into the account.
 * @returns whether anything changed
 */
function applyProfileChange(
  user: User,
  { username, discordId, minecraftName, namedInPurchases }: UpdateProfileRequest,
): boolean {
  const isProvenOtherwise =
    user.discordId !== null && discordId !== undefined && discordId !== user.discordId;
  if (isProvenOtherwise)
    throw new ShopError('CONFLICT', 'Your Discord account is linked and can not be typed over.');
  const wanted = {
    username: username ?? user.username,
    claimedDiscordId:
      discordId === undefined || discordId === user.discordId ? user.claimedDiscordId : discordId || null,
    minecraftName: minecraftName === undefined ? user.minecraftName : minecraftName || null,
    namedInPurchases: namedInPurchases ?? user.namedInPurchases,
  };
  const differs =
    wanted.username !== user.username ||
    wanted.claimedDiscordId !== user.claimedDiscordId ||
    wanted.minecraftName !== user.minecraftName ||
    wanted.namedInPurchases !== user.namedInPurchases;
  Object.assign(user, wanted, {
    usernameKey: usernameKey(wanted.username),
    usernameSkeleton: nameSkeleton(wanted.username),
  });
  return differs;
}
