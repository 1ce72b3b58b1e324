import { timingSafeEqual } from 'node:crypto';
import { newId } from '../../server/new-id.js';
import { TokenError } from './api-error.js';
import type { OrdersState } from './orders-state.js';

/** Lifetime of a token, the same as the service's, s. */
const LIFE_SECONDS = 32_400;

/** The app that may call the API, by its settings. */
export interface App {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Issues and checks access tokens. They end with the process, as if they were revoked. */
export class AccessTokens {
  private readonly live = new Set<string>();

  constructor(
    private readonly app: App,
    private readonly state: Pick<OrdersState, 'tokensIssued'>,
  ) {}

  /** @throws TokenError 401 unless the header names the app and its secret */
  issue(authorization: string | undefined): object {
    const { clientId, clientSecret } = this.app;
    const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    if (!isSame(authorization ?? '', expected))
      throw new TokenError(401, 'invalid_client', 'Client Authentication failed');
    const token = newId('A21AA', 60);
    this.live.add(token);
    this.state.tokensIssued += 1;
    return {
      scope: 'https://uri.paypal.com/services/payments/payment',
      access_token: token,
      token_type: 'Bearer',
      app_id: 'APP-SANDBOX',
      expires_in: LIFE_SECONDS,
    };
  }

  /** @throws TokenError 401 unless the header carries a live token */
  check(authorization: string | undefined): void {
    const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
    if (token === undefined || !this.live.has(token))
      throw new TokenError(401, 'invalid_token', 'The token passed in was not found in the system');
  }

  /** Revokes all issued tokens. */
  revoke(): void {
    this.live.clear();
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
