import { Injectable, Inject, Controller } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import {
  getPayLinkAddress,
  type BotPayLinkAnswer,
  type BotPayLinkRequest,
  type LimitRule,
  cartItem,
  type OpenPayLinkAnswer,
  type OpenPayLinkRequest,
  payLinkCalls,
} from '@pax/contracts';
import { randomRef, sha256 } from '../../platform/secrets.js';
import { RateLimiter } from '../../platform/limits/rate-limiter.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { quoteWithLimits, Quoting, type QuotedCart } from '../../shop/checkout/place/quoting.js';
import { CustomersFromDiscord } from '../people/customers-from-discord.js';
import { z } from 'zod';
import { ShopError } from '../../platform/shop-error.js';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';

const HOUR_MS = 3_600_000;
/** Time for which an expired pay link is kept, ms, so that the page can explain why it does not work. */
const KEPT_MS = 24 * HOUR_MS;

/** Deletes pay links a day after they expired, used or not. */
@Injectable()
export class DeletePayLinks {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  @Periodic({ name: 'delete-pay-links', every: HOUR_MS, firstAfter: 240_000, role: 'worker' })
  async deleteOldLinks(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    await this.transactions.run((tx) => sql(tx).run('DELETE FROM pay_links WHERE expires_at < $1', [before]));
  }
}

const LIFETIME_MS = 15 * 60_000;
/** Limit of valid pay links per person; a new one deletes the oldest. */
const MAX_LIVE_LINKS = 5;
const LINKS_PER_PERSON: LimitRule = { name: 'pay-links', points: 30, windowMs: LIFETIME_MS };

/** Creates a pay link, which opens the checkout from Discord: for one Discord id, usable once, for 15 minutes. */
@Injectable()
export class MakePayLink {
  constructor(
    private readonly transactions: Transactions,
    private readonly customers: CustomersFromDiscord,
    private readonly quoting: Quoting,
    private readonly limits: RateLimiter,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Creates a pay link for the items.
   * @returns the link and the person's price now, which is a visitor's if no account has the Discord id
   * @throws ShopError BLOCKED, RATE_LIMITED, and as `Quoting.quoteCart`
   */
  async execute({ discordId, items }: BotPayLinkRequest): Promise<BotPayLinkAnswer> {
    await this.limits.take(LINKS_PER_PERSON, discordId);
    const user = await this.customers.findAccount(discordId);
    return this.transactions.run(async (tx) => {
      const quoted = await this.quoting.quoteCart(tx, user ? { user } : undefined, { items });
      const token = randomRef();
      const [now, expiresAt] = [this.clock.now(), this.clock.fromNow(LIFETIME_MS)];
      await deleteOldestLinks(tx, discordId);
      await sql(tx).run(
        `INSERT INTO pay_links (token_hash, discord_id, items, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
        [sha256(token), discordId, JSON.stringify(addShownPieces(items, quoted)), now, expiresAt],
      );
      const url = this.settings.publicUrl + getPayLinkAddress(token);
      return { url, expiresAt: expiresAt.toISOString(), quote: quoteWithLimits(quoted) };
    });
  }
}

/**
 * Adds to each item the product's pieces as shown in Discord, because the product may change before the purchase.
 */
const addShownPieces = (
  items: BotPayLinkRequest['items'],
  { quote }: QuotedCart,
): BotPayLinkRequest['items'] =>
  items.map((item) => ({ ...item, shown: quote.lines.find(({ id }) => id === item.id)?.shown }));

/**
 * Deletes pay links beyond the limit. Locks the person's links, so that concurrent calls cannot exceed the limit.
 */
async function deleteOldestLinks(tx: Tx, discordId: string): Promise<void> {
  await sql(tx).run(`SELECT pg_advisory_xact_lock(hashtextextended($1, 32))`, [discordId]);
  await sql(tx).run(
    `DELETE FROM pay_links WHERE token_hash IN
       (SELECT token_hash FROM pay_links WHERE discord_id = $1 AND used_at IS NULL
         ORDER BY created_at DESC, token_hash OFFSET $2)`,
    [discordId, MAX_LIVE_LINKS - 1],
  );
}

const linkRow = z.object({
  items: z.array(cartItem),
  expiresAt: z.date(),
  requestId: z.string().nullable(),
});

/** Opens a pay link, which only the account with the link's Discord id may do, and marks it as used. */
@Injectable()
export class OpenPayLink {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens a pay link; a repeat of the request that used the link gets the same answer, because the first may be
   * lost.
   * @param discordId the account's proven id
   * @throws ShopError NOT_FOUND, also for somebody else's link; PAY_LINK_USED, PAY_LINK_EXPIRED
   */
  async execute(
    discordId: string | null,
    { token, requestId }: OpenPayLinkRequest,
  ): Promise<OpenPayLinkAnswer> {
    return this.transactions.run(async (tx) => {
      const now = this.clock.now();
      const link = await sql(tx).first(
        linkRow,
        `SELECT items, expires_at AS "expiresAt", request_id AS "requestId"
           FROM pay_links WHERE token_hash = $1 AND discord_id = $2 FOR UPDATE`,
        [sha256(token), discordId],
      );
      if (!link) throw new ShopError('NOT_FOUND', 'There is no such link for this account.');
      if (link.requestId !== null && link.requestId !== requestId)
        throw new ShopError('PAY_LINK_USED', 'This link was used already.');
      if (link.expiresAt <= now) throw new ShopError('PAY_LINK_EXPIRED', 'This link is too old.');
      await sql(tx).run(
        'UPDATE pay_links SET used_at = COALESCE(used_at, $2), request_id = $3 WHERE token_hash = $1',
        [sha256(token), now, requestId],
      );
      return { items: link.items };
    });
  }
}

/** Calls for pay links: the bot creates them, the site opens them. */
@Controller()
export class PayLinksController {
  constructor(
    private readonly makePayLink: MakePayLink,
    private readonly openPayLink: OpenPayLink,
  ) {}

  @Call(payLinkCalls.botPayLink)
  makeLink(@ZodBody(payLinkCalls.botPayLink.body) input: BotPayLinkRequest): Promise<BotPayLinkAnswer> {
    return this.makePayLink.execute(input);
  }

  @Call(payLinkCalls.openPayLink)
  openLink(
    @CurrentActor() { identity }: Actor,
    @ZodBody(payLinkCalls.openPayLink.body) input: OpenPayLinkRequest,
  ): Promise<OpenPayLinkAnswer> {
    return this.openPayLink.execute(identity.discordId, input);
  }
}
