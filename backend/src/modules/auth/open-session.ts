import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/access.js';
import { Transactions } from '../../infra/database/transaction.js';
import { Sessions } from '../../infra/sessions/sessions.js';
import { SecurityLog } from '../audit/security-log.js';

export interface Opening {
  userId: number;
  /** How the person proved who it is. */
  by: 'password' | 'registration' | 'discord' | 'admin-code';
  /** Who the browser was signed in as until now; that session ends. */
  previous?: Actor;
  address: string;
}

/** Signs somebody in: always a new session, and the one the browser had before is gone (OWN-26). */
@Injectable()
export class OpenSession {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: Sessions,
    private readonly security: SecurityLog,
  ) {}

  /** @returns the cookie's value */
  async execute({ userId, by, previous, address }: Opening): Promise<string> {
    const token = await this.transactions.run(async (tx) => {
      const subject = `user:${userId}`;
      await this.security.write(tx, {
        actor: subject,
        action: 'session.open',
        subject,
        detail: { by },
        address,
      });
      return this.sessions.open(userId, tx);
    });
    if (previous) await this.sessions.close(previous.sessionId);
    return token;
  }
}
