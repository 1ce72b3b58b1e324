import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/calls/access.js';
import { ShopError } from '../../../platform/shop-error.js';
import type { Tx } from '../../../platform/database/transaction.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { Sessions } from '../../../platform/sessions/sessions.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import { lockUser } from '../../accounts/user-row.js';
import type { User } from '../../accounts/user.entity.js';
import { SecurityLog } from '../../audit/security-log.js';
import { PasswordHasher } from './password-hasher.js';
import { PASSWORD_PER_ADDRESS, PASSWORD_PER_SESSION } from '../sign-in-limits.js';

/** Proof that the account's owner makes the request, and not somebody with a stolen cookie. */
export interface GivenProof {
  /** The hash that the current password was verified against; null when a sign-in with Discord was the proof. */
  passwordHash: string | null;
}

/**
 * Requires a proof of ownership before a sign-in method is changed: the current password if there is one, else a
 * sign-in with the linked Discord account within ten minutes.
 */
@Injectable()
export class OwnerProof {
  constructor(
    private readonly accounts: AccountsQueries,
    private readonly sessions: Sessions,
    private readonly hasher: PasswordHasher,
    private readonly limits: RateLimiter,
    private readonly security: SecurityLog,
  ) {}

  /**
   * Requires the proof; call before the transaction, because hashing is slow. Checks the second step first, so that
   * nobody without it can guess passwords.
   * @throws ShopError SECOND_STEP_REQUIRED, CURRENT_PASSWORD_(REQUIRED|WRONG), FRESH_SIGN_IN_REQUIRED, RATE_LIMITED
   */
  async requireProof(
    { userId, sessionId }: Actor,
    currentPassword: string | undefined,
    address: string,
  ): Promise<GivenProof> {
    const user = await this.accounts.findById(userId);
    if (!user) throw new ShopError('UNAUTHENTICATED', 'Please sign in.');
    await this.sessions.requireOwnerSession({ userId, sessionId });
    if (user.passwordHash !== null) {
      await this.requireCurrentPassword(sessionId, user, currentPassword, address);
      return { passwordHash: user.passwordHash };
    }
    if ((await this.sessions.readProofEnd(sessionId)) === null) throw freshSignInRequiredError();
    return { passwordHash: null };
  }

  /**
   * Locks the account and checks the proof again, because a concurrent change may have invalidated it.
   * @throws ShopError UNAUTHENTICATED, SECOND_STEP_REQUIRED, CURRENT_PASSWORD_WRONG, FRESH_SIGN_IN_REQUIRED
   */
  async lockAndRecheckProof(
    tx: Tx,
    { userId, sessionId }: Actor,
    { passwordHash }: GivenProof,
  ): Promise<User> {
    const user = await lockUser(tx, userId);
    await this.sessions.requireOwnerSession({ userId, sessionId }, tx);
    if (user.passwordHash === passwordHash) return user;
    throw passwordHash === null ? freshSignInRequiredError() : currentPasswordWrongError();
  }

  /** Counts the attempt before verifying the password, so that concurrent guesses cannot exceed the limit. */
  private async requireCurrentPassword(
    sessionId: string,
    { id, passwordHash }: User,
    current: string | undefined,
    address: string,
  ): Promise<void> {
    if (current === undefined)
      throw new ShopError('CURRENT_PASSWORD_REQUIRED', 'Please enter your current password.');
    const from = this.security.hashAddress(address);
    await this.limits.take(PASSWORD_PER_ADDRESS, from);
    const giveBack = await this.limits.takeAttempt([[PASSWORD_PER_SESSION, sessionId]]);
    const isRight = await this.hasher
      .verifyPassword(passwordHash, current, { address, isKnown: true })
      .catch(async (error: unknown) => {
        await giveBack();
        throw error;
      });
    if (isRight) return giveBack();
    const subject = `user:${id}`;
    await this.security.recordEvent({ actor: subject, action: 'password.refused', subject, address });
    throw currentPasswordWrongError();
  }
}

export function freshSignInRequiredError(): ShopError {
  return new ShopError(
    'FRESH_SIGN_IN_REQUIRED',
    'Please sign in with Discord again; you have ten minutes for this after that.',
  );
}

function currentPasswordWrongError(): ShopError {
  return new ShopError('CURRENT_PASSWORD_WRONG', 'The current password is wrong.');
}
