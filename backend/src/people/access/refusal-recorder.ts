import { Injectable } from '@nestjs/common';
import type { SignInMethod, LimitRule } from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { SecurityLog } from '../audit/security-log.js';
import { RoleSource } from '../rights/role-source.js';
import { bearerToken } from '../../platform/secrets.js';
import { RateLimiter } from '../../platform/limits/rate-limiter.js';

/**
 * Records refused calls to the admin panel and raises an alert, unless the account has the right but signed
 * in by another method.
 */
@Injectable()
export class PanelRefusals {
  constructor(
    private readonly roles: RoleSource,
    private readonly security: SecurityLog,
  ) {}

  /**
   * Records the refusal.
   * @param subject the refused call, as `GET /api/admin/orders`
   * @returns the sign-in methods that would open the panel to this account
   */
  async recordRefusal(actor: Actor, subject: string, address: string): Promise<readonly SignInMethod[]> {
    const ways = actor.blocked ? [] : await this.findSignInWays(actor);
    await this.security.recordRefusal({
      actor: `user:${actor.userId}`,
      action: 'panel.refused',
      subject,
      // Limits audit rows per call, so that many harmless reads cannot hide other attempts.
      rowLimitKey: subject,
      detail: { role: actor.role, blocked: actor.blocked, openedBy: actor.identity.openedBy },
      address,
      alert: ways.length === 0 ? 'An account without the right tried the panel' : undefined,
    });
    return ways;
  }

  private async findSignInWays({ role, identity }: Actor): Promise<readonly SignInMethod[]> {
    if (role !== 'customer') return [];
    if ((await this.roles.readRole(identity.discordId, 'shown')) !== 'customer')
      return ['discord', 'admin-code'];
    return identity.isOperator ? ['admin-code'] : [];
  }
}

/** Limit of wrong service tokens per network address over all endpoints; the tenth raises an alert. */
const TOKEN_TRIES: LimitRule = { name: 'bot-token-address', points: 10, windowMs: 15 * 60_000 };
const TRIES_BEFORE_ALERT: LimitRule = { ...TOKEN_TRIES, name: 'bot-token-untold', points: 9 };

const ALERTS = {
  bot: 'Somebody tries tokens of the bot',
  metrics: 'Somebody tries tokens for the metrics',
  health: 'Somebody tries service tokens at the health check',
} as const;
/** Endpoints that accept service tokens. */
export type TokenEndpoint = keyof typeof ALERTS;

/** Counts wrong service tokens, of the bot and of the metrics endpoint. */
@Injectable()
export class WrongTokens {
  constructor(
    private readonly security: SecurityLog,
    private readonly limits: RateLimiter,
  ) {}

  /**
   * Counts a wrong token by the sender's network address; a request without a token is not counted.
   * @throws ShopError RATE_LIMITED beyond ten
   */
  async recordWrongToken(
    authorization: string | undefined,
    address: string,
    endpoint: TokenEndpoint,
  ): Promise<void> {
    if (bearerToken(authorization) === '') return;
    const key = this.security.hashAddress(address);
    await this.limits.take(TOKEN_TRIES, key);
    if (await this.limits.allowsAttempt(TRIES_BEFORE_ALERT, key)) return;
    await this.security.recordRefusal({
      actor: 'visitor',
      action: 'bot-token.refused',
      subject: endpoint,
      address,
      alert: ALERTS[endpoint],
    });
  }
}
