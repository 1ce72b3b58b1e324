import {
  claimNewcomersRequest,
  noteNewcomersRequest,
  reportNewcomersRequest,
  type NewcomersWelcome,
} from '@pax/contracts';
import type { JsonAnswer, JsonCall } from './json-server.js';

/** The shop's side of newcomers, kept in memory; whoever joined before it began is at home already. */
export class ShopNewcomers {
  since = Date.now();
  private readonly known = new Set<string>();
  private readonly waiting: string[] = [];
  private open: NewcomersWelcome | undefined;
  /** Whom the reported welcomes named. */
  readonly welcomed: string[] = [];

  route({ path, body }: JsonCall): JsonAnswer | undefined {
    switch (path) {
      case '/api/bot/newcomers':
        for (const { discordId, joinedAt } of noteNewcomersRequest.parse(body).members) {
          if (this.known.has(discordId) || Date.parse(joinedAt) < this.since) continue;
          this.known.add(discordId);
          this.waiting.push(discordId);
        }
        return { status: 204 };
      case '/api/bot/newcomers/claim':
        claimNewcomersRequest.parse(body);
        return { status: 200, body: { welcome: this.claim() } };
      case '/api/bot/newcomers/report':
        return this.report(reportNewcomersRequest.parse(body).nonce);
      default:
        return undefined;
    }
  }

  private claim(): NewcomersWelcome | null {
    if (!this.open && this.waiting.length > 0)
      this.open = {
        nonce: `welcome-${String(this.welcomed.length).padStart(14, '0')}`,
        discordIds: this.waiting.splice(0, 10),
      };
    return this.open ?? null;
  }

  private report(nonce: string): JsonAnswer {
    if (this.open?.nonce === nonce) {
      this.welcomed.push(...this.open.discordIds);
      this.open = undefined;
    }
    return { status: 204 };
  }
}
