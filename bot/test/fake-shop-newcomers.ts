import {
  claimNewcomersRequest,
  noteNewcomersRequest,
  reportNewcomersRequest,
  type NewcomersWelcome,
} from '@pax/contracts';
import type { JsonAnswer, JsonCall } from './json-server.js';

/** Fake of the shop's newcomers, in memory; people who joined before it started are not welcomed. */
export class ShopNewcomers {
  welcomesSince = Date.now();
  private readonly knownIds = new Set<string>();
  private readonly waitingIds: string[] = [];
  private openWelcome: NewcomersWelcome | undefined;
  /** Discord ids named in the reported welcomes. */
  readonly welcomedIds: string[] = [];

  route({ path, body }: JsonCall): JsonAnswer | undefined {
    switch (path) {
      case '/api/bot/newcomers':
        for (const { discordId, joinedAt } of noteNewcomersRequest.parse(body).members) {
          if (this.knownIds.has(discordId) || Date.parse(joinedAt) < this.welcomesSince) continue;
          this.knownIds.add(discordId);
          this.waitingIds.push(discordId);
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
    if (!this.openWelcome && this.waitingIds.length > 0)
      this.openWelcome = {
        nonce: `welcome-${String(this.welcomedIds.length).padStart(14, '0')}`,
        discordIds: this.waitingIds.splice(0, 10),
      };
    return this.openWelcome ?? null;
  }

  private report(nonce: string): JsonAnswer {
    if (this.openWelcome?.nonce === nonce) {
      this.welcomedIds.push(...this.openWelcome.discordIds);
      this.openWelcome = undefined;
    }
    return { status: 204 };
  }
}
