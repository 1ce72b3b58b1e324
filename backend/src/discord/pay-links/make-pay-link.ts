import { Inject, Injectable } from '@nestjs/common';
import {
  payLinkAddress,
  type BotPayLinkAnswer,
  type BotPayLinkRequest,
  type LimitRule,
} from '@pax/contracts';
import { Clock } from '../../platform/clock.js';
import { randomRef, sha256 } from '../../platform/random.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { Limits } from '../../platform/limits/limits.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { quoteAnswer, Quoting } from '../../shop/checkout/place/quoting.js';
import { CustomersFromDiscord } from '../people/customers-from-discord.js';

const LIFETIME_MS = 15 * 60_000;
/** Most live links of one person; a further one ends the oldest. */
const MOST_LIVE = 5;
const LINKS_PER_PERSON: LimitRule = { name: 'pay-links', points: 30, windowMs: LIFETIME_MS };

/** Makes a link from Discord to the checkout: for one Discord id, once, within 15 minutes. */
@Injectable()
export class MakePayLink {
  constructor(
    private readonly transactions: Transactions,
    private readonly customers: CustomersFromDiscord,
    private readonly quoting: Quoting,
    private readonly limits: Limits,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * @returns the person's price now, as a visitor's where no account has the Discord id, and the link
   * @throws ShopError BLOCKED, RATE_LIMITED, and as `Quoting.quote`
   */
  async execute({ discordId, items }: BotPayLinkRequest): Promise<BotPayLinkAnswer> {
    await this.limits.take(LINKS_PER_PERSON, discordId);
    const user = await this.customers.account(discordId);
    return this.transactions.run(async (tx) => {
      const quoted = await this.quoting.quote(tx, user ? { user } : undefined, { items });
      const token = randomRef();
      const [now, expiresAt] = [this.clock.now(), this.clock.in(LIFETIME_MS)];
      await endOldest(tx, discordId);
      await sql(tx).run(
        `INSERT INTO pay_links (token_hash, discord_id, items, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
        [sha256(token), discordId, JSON.stringify(items), now, expiresAt],
      );
      const url = this.settings.publicUrl + payLinkAddress(token);
      return { url, expiresAt: expiresAt.toISOString(), quote: quoteAnswer(quoted) };
    });
  }
}

/** Leaves room for one more; locks the person's links, so that two at once do not both fit. */
async function endOldest(tx: Tx, discordId: string): Promise<void> {
  await sql(tx).run(`SELECT pg_advisory_xact_lock(hashtextextended($1, 32))`, [discordId]);
  await sql(tx).run(
    `DELETE FROM pay_links WHERE token_hash IN
       (SELECT token_hash FROM pay_links WHERE discord_id = $1 AND used_at IS NULL
         ORDER BY created_at DESC, token_hash OFFSET $2)`,
    [discordId, MOST_LIVE - 1],
  );
}
