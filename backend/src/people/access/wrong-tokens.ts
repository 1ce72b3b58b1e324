import { Injectable } from '@nestjs/common';
import type { LimitRule } from '@pax/contracts';
import { bearerOf } from '../../platform/same-secret.js';
import { Limits } from '../../platform/limits/limits.js';
import { SecurityLog } from '../audit/security-log.js';

/** Wrong service tokens that one address may try, at all doors together; the tenth is told. */
const TOKEN_TRIES: LimitRule = { name: 'bot-token-address', points: 10, windowMs: 15 * 60_000 };
const UNTOLD_TRIES: LimitRule = { ...TOKEN_TRIES, name: 'bot-token-untold', points: 9 };

const ALERTS = {
  bot: 'Somebody tries tokens of the bot',
  metrics: 'Somebody tries tokens for the metrics',
  health: 'Somebody tries service tokens at the health check',
} as const;
/** Where service tokens are given. */
export type TokenDoor = keyof typeof ALERTS;

/** Counts wrong service tokens: the bot's, and the one for metrics. */
@Injectable()
export class WrongTokens {
  constructor(
    private readonly security: SecurityLog,
    private readonly limits: Limits,
  ) {}

  /**
   * Counts a refused token by the address that sent it; a request without one counts as none.
   * @throws ShopError RATE_LIMITED beyond ten
   */
  async record(authorization: string | undefined, address: string, door: TokenDoor): Promise<void> {
    if (bearerOf(authorization) === '') return;
    const key = this.security.hash(address);
    await this.limits.take(TOKEN_TRIES, key);
    if (await this.limits.allows(UNTOLD_TRIES, key)) return;
    await this.security.refused({
      actor: 'visitor',
      action: 'bot-token.refused',
      subject: door,
      address,
      alert: ALERTS[door],
    });
  }
}
