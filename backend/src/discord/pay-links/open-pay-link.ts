import { Injectable } from '@nestjs/common';
import { cartItem, type OpenPayLinkAnswer, type OpenPayLinkRequest } from '@pax/contracts';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/problem.js';
import { sha256 } from '../../platform/random.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions } from '../../platform/database/transaction.js';

const linkRow = z.object({
  items: z.array(cartItem),
  expiresAt: z.date(),
  requestId: z.string().nullable(),
});

/** Uses a pay link up, for the account with its Discord id alone. */
@Injectable()
export class OpenPayLink {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * The try that used the link is answered again, since its first answer may be lost.
   * @param discordId the proven one of the account
   * @throws ShopError NOT_FOUND also for somebody else's link, PAY_LINK_USED, PAY_LINK_EXPIRED
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
