import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/access.js';
import { ShopError } from '../../common/problem.js';
import { Transactions, type Tx } from '../../infra/database/transaction.js';
import { Sessions } from '../../infra/sessions/sessions.js';
import { SecurityLog } from '../audit/security-log.js';

export interface Opening {
  userId: number;
  /** How the person proved who it is. */
  by: 'password' | 'registration' | 'discord' | 'admin-code';
  /** Who the browser was signed in as until now; that session ends. */
  previous?: Actor;
  address: string;
  /** The hash that the password was checked against; a session is opened only while it is still the account's. */
  passwordHash?: string | null;
  /** Discord proved the owner: for a while a new password may be set without the old one. */
  isPasswordFree?: boolean;
}

/** Signs somebody in: always a new session, and the one the browser had before is gone (OWN-26). */
@Injectable()
export class OpenSession {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: Sessions,
    private readonly security: SecurityLog,
  ) {}

  /** @returns the cookie's value. @throws ShopError INVALID_CREDENTIALS when the password was changed meanwhile */
  async execute({ userId, by, previous, address, passwordHash, isPasswordFree }: Opening): Promise<string> {
    const token = await this.transactions.run(async (tx) => {
      if (passwordHash !== undefined) await requirePassword(tx, userId, passwordHash);
      const subject = `user:${userId}`;
      await this.security.write(tx, {
        actor: subject,
        action: 'session.open',
        subject,
        detail: { by },
        address,
      });
      return this.sessions.open(userId, tx, isPasswordFree);
    });
    if (previous) await this.sessions.close(previous.sessionId);
    return token;
  }
}

/** A login that was slow must not outlive the change of the password it was made with. */
async function requirePassword(tx: Tx, userId: number, passwordHash: string | null): Promise<void> {
  const rows: unknown[] = await tx.query(
    'SELECT id FROM users WHERE id = $1 AND password_hash = $2 FOR SHARE',
    [userId, passwordHash],
  );
  if (rows.length === 0) throw new ShopError('INVALID_CREDENTIALS', 'Invalid credentials');
}
