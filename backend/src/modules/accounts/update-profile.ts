import { Injectable } from '@nestjs/common';
import type { UpdateProfileRequest } from '@pax/contracts';
import { ShopError } from '../../common/problem.js';
import { isUniqueViolation, Transactions } from '../../infra/database/transaction.js';
import { lockUser, saveUser } from './lock-user.js';
import { usernameTaken } from './register-account.js';
import type { User } from './user.entity.js';
import { usernameKey } from './username-key.js';

/** A customer changes the own profile (ADMIN-2.40). What stays the same makes neither version nor event. */
@Injectable()
export class UpdateProfile {
  constructor(private readonly transactions: Transactions) {}

  /**
   * @throws ShopError USERNAME_TAKEN
   * @throws ShopError CONFLICT when a Discord id is typed that differs from the proven one (OWN-9, OWN-10)
   */
  async execute(userId: number, change: UpdateProfileRequest): Promise<void> {
    try {
      await this.transactions.run(async (tx) => {
        const user = await lockUser(tx, userId);
        if (apply(user, change)) await saveUser(tx, user);
      });
    } catch (error) {
      throw isUniqueViolation(error) ? usernameTaken() : error;
    }
  }
}

/** Writes the change into the account. @returns whether anything differs */
function apply(user: User, { username, discordId, minecraftName }: UpdateProfileRequest): boolean {
  const isProvenOtherwise =
    user.discordId !== null && discordId !== undefined && discordId !== user.discordId;
  if (isProvenOtherwise)
    throw new ShopError('CONFLICT', 'Your Discord account is linked and can not be typed over.');
  const wanted = {
    username: username ?? user.username,
    claimedDiscordId:
      discordId === undefined || discordId === user.discordId ? user.claimedDiscordId : discordId || null,
    minecraftName: minecraftName === undefined ? user.minecraftName : minecraftName || null,
  };
  const differs =
    wanted.username !== user.username ||
    wanted.claimedDiscordId !== user.claimedDiscordId ||
    wanted.minecraftName !== user.minecraftName;
  Object.assign(user, wanted, { usernameKey: usernameKey(wanted.username) });
  return differs;
}
