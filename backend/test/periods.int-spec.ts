import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { randomRef, sha256 } from '../src/platform/secrets.js';
import { RecordUnknownPayment } from '../src/shop/checkout/settle/end-checkout.js';
import { BotLease } from '../src/discord/bot/bot-lease.js';
import { BotLogins } from '../src/discord/bot/bot-logins.js';
import { Newcomers } from '../src/discord/newcomers/newcomers.js';
import { DeletePayLinks, MakePayLink } from '../src/discord/pay-links/pay-links.js';
import { ClockWatch } from '../src/office/operations/clock-watch.js';
import { ForgetOldMessages } from '../src/office/own-data/forget-old-data.js';
import { ErasePayloads } from '../src/shop/inbox/erase-payloads.js';
import { ACCOUNT_PERIODS } from './account-periods.js';
import { onePieceOf, actOnPayPage, place, waitForState, readCheckout } from './buying.js';
import { signInMember, redeem } from './rewards.js';
import {
  DAY_MS,
  HOUR_MS,
  http,
  rowExists,
  MINUTE_MS,
  moveClock,
  newDiscordId,
  now,
  runSql,
  SECOND_MS,
  shop,
  startStoppedClockShop,
  type Period,
} from './stopped-clock-shop.js';

jest.setTimeout(60_000);

let product: number;

async function payLink(discordId: string): Promise<string> {
  const items = onePieceOf(product);
  const { url } = await shop.app.get(MakePayLink).execute({ discordId, items });
  return url.split('/pay/')[1] ?? '';
}

/** Periods of what people buy, send and link, written out: one that changes without this table fails here. */
const PERIODS: readonly Period[] = [
  [
    'a link to the checkout',
    15 * MINUTE_MS,
    async () => {
      const discordId = newDiscordId();
      const { agent } = await shop.signIn({ discordId });
      const token = await payLink(discordId);
      return async () =>
        (await agent.post('/api/pay-links/open').send({ token, requestId: randomRef() })).status === 200;
    },
  ],
  [
    'the word of why such a link ended',
    DAY_MS + 15 * MINUTE_MS,
    async () => {
      const token = await payLink(newDiscordId());
      return async () => {
        await shop.app.get(DeletePayLinks).deleteOldLinks();
        return rowExists('SELECT 1 FROM pay_links WHERE token_hash = $1', sha256(token));
      };
    },
  ],
  [
    'what a provider wrote',
    14 * DAY_MS,
    async () => {
      const id = randomRef();
      await runSql(
        `INSERT INTO provider_messages (provider, event_id, type, payload, processed_at, result)
         VALUES ('stripe', $1, 'spec', '{"payer":"Nova"}', $2, 'ignored')`,
        id,
        now(),
      );
      return async () => {
        await shop.app.get(ErasePayloads).eraseDuePayloads();
        return rowExists(`SELECT 1 FROM provider_messages WHERE event_id = $1 AND payload <> '{}'`, id);
      };
    },
  ],
  [
    'a mailed link to a ticket that ended',
    180 * DAY_MS,
    async () => {
      const form = { name: 'Nova', email: 'nova@example.com', subject: 'Question', message: 'Where is it?' };
      const { body } = await http().post('/api/support-tickets').send(form).expect(201);
      const { agent } = await shop.signIn({ admin: true });
      await agent.post(`/api/support-tickets/${body.id}/respond`).send({ response: 'Here.' }).expect(200);
      const link = randomRef();
      await runSql(
        'INSERT INTO ticket_links (token_hash, ticket_id, created_at) VALUES ($1, $2, $3)',
        link,
        body.id,
        now(),
      );
      return async () => {
        await shop.app.get(ForgetOldMessages).forgetDueMessages();
        return rowExists('SELECT 1 FROM ticket_links WHERE token_hash = $1', link);
      };
    },
  ],
  [
    'a picture that waits for its ticket',
    HOUR_MS,
    async () => {
      const [ref, hash] = [randomRef(), randomBytes(32).toString('hex')];
      await runSql(`INSERT INTO pictures (hash, bytes, width, height) VALUES ($1, '\\x00', 1, 1)`, hash);
      await runSql(
        'INSERT INTO ticket_pictures (ref_hash, hash, uploaded_at) VALUES ($1, $2, $3)',
        sha256(ref),
        hash,
        now(),
      );
      return async () => {
        const form = { name: 'Nova', email: 'nova@example.com', subject: 'Question', message: 'Where?' };
        const sent = await http()
          .post('/api/support-tickets')
          .send({ ...form, attachments: [ref] });
        return sent.status === 201;
      };
    },
  ],
  [
    "a reward's code",
    30 * DAY_MS,
    async () => {
      const user = await signInMember(shop, 5_000, 'diamond');
      const { code } = await redeem(user, 'ten-percent-off');
      return async () => {
        await runSql('UPDATE sessions SET last_seen_at = $2 WHERE user_id = $1', user.userId, now());
        await runSql(
          `UPDATE sessions SET expires_at = $2::timestamptz + interval '1 day' WHERE user_id = $1`,
          user.userId,
          now(),
        );
        const quote = { items: onePieceOf(product), rewardCode: code };
        return (await user.agent.post('/api/checkout/quote').send(quote)).status === 200;
      };
    },
  ],
  [
    'a payment under way of which its provider knows nothing',
    DAY_MS,
    async () => {
      const buyer = await shop.signIn();
      const { url, checkout } = await place(buyer, onePieceOf(product));
      await actOnPayPage(url, 'pay_later');
      await waitForState(buyer, checkout, 'confirming');
      const [session]: { id: string }[] = await shop.database.query(
        'SELECT provider_session_id AS id FROM checkouts WHERE ref = $1',
        [checkout],
      );
      const doubt = () => shop.app.get(RecordUnknownPayment).execute(checkout, session?.id ?? '');
      await doubt();
      return async () => {
        await doubt();
        return (await readCheckout(buyer, checkout)).state === 'confirming';
      };
    },
  ],
  [
    "a bot's lease",
    15 * SECOND_MS,
    async () => {
      const lease = shop.app.get(BotLease);
      await runSql("UPDATE bot_lease SET expires_at = now() - interval '1 second'");
      await lease.takeLease({ instanceId: randomRef() });
      return async (ms) => {
        await runSql(`UPDATE bot_lease SET expires_at = expires_at - $1 * interval '1 ms'`, ms);
        return lease.takeLease({ instanceId: randomRef() }).then(
          () => false,
          () => true,
        );
      };
    },
  ],
  [
    'a newcomer',
    7 * DAY_MS,
    async () => {
      await runSql(`UPDATE bot_lease SET expires_at = now() - interval '1 second'`);
      const { fence } = await shop.app.get(BotLease).takeLease({ instanceId: randomRef() });
      await runSql(
        `INSERT INTO newcomers_since (since) VALUES (now() - interval '1 year') ON CONFLICT DO NOTHING`,
      );
      return async (ms) => {
        const discordId = newDiscordId();
        const joinedAt = new Date(Date.now() - ms).toISOString();
        await shop.app.get(Newcomers).recordJoins({ fence, members: [{ discordId, joinedAt }] });
        return rowExists('SELECT 1 FROM newcomers WHERE discord_id = $1', discordId);
      };
    },
  ],
  [
    // Whole seconds are compared: 30 of them are let be, 31 are told.
    'a clock that differs, before it is told',
    30.5 * SECOND_MS,
    async () => {
      const watch = shop.app.get(ClockWatch);
      return async (ms) => {
        moveClock(0);
        moveClock(Date.now() - now().getTime() + ms);
        await watch.compareWithPostgres();
        return watch.problem?.includes('Postgres') !== true;
      };
    },
  ],
];

describe('periods that people are promised', () => {
  beforeAll(async () => {
    await startStoppedClockShop();
    product = await shop.addProduct({ stock: 1_000 });
  });
  afterAll(() => shop.close());

  it.each([...ACCOUNT_PERIODS, ...PERIODS])('%s lasts %i ms, within 1 %%', async (_what, ms, begin) => {
    const after = async (part: number): Promise<boolean> => {
      moveClock(0);
      const holds = await begin();
      moveClock(ms * part);
      try {
        return await holds(ms * part);
      } finally {
        moveClock(0);
      }
    };
    expect(await after(0.99)).toBe(true);
    expect(await after(1.01)).toBe(false);
  });

  it('log-ins of the bot: 20 a day at once, then one every ten minutes', async () => {
    const logins = shop.app.get(BotLogins);
    await runSql('DELETE FROM bot_logins');
    await runSql('INSERT INTO bot_logins (at) SELECT clock_timestamp() FROM generate_series(1, 19)');
    expect(await logins.readWaitMs()).toBe(0);
    await runSql('INSERT INTO bot_logins DEFAULT VALUES');
    expect(await logins.readWaitMs()).toBeGreaterThan(9.9 * MINUTE_MS);
    expect(await logins.readWaitMs()).toBeLessThanOrEqual(10 * MINUTE_MS);
  });

  it('pieces of a line are 999 at most, of all its parts', async () => {
    const { agent } = await shop.signIn();
    const quote = async (...quantities: number[]): Promise<number> =>
      (
        await agent
          .post('/api/checkout/quote')
          .send({ items: quantities.map((quantity) => ({ id: product, quantity })) })
      ).status;
    expect([await quote(500, 499), await quote(500, 500)]).toEqual([200, 400]);
  });

  it('links to the checkout are five of one person; a further one ends the oldest', async () => {
    const discordId = newDiscordId();
    for (let made = 0; made < 6; made += 1) await payLink(discordId);
    expect(await runSql('SELECT 1 FROM pay_links WHERE discord_id = $1', discordId)).toHaveLength(5);
  });

  it('a statement may take 5 s, of which it waits 4 s for a lock', async () => {
    expect(
      await runSql(
        `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`,
      ),
    ).toEqual([{ statement: '5s', lock: '4s' }]);
  });

  it('security.txt is valid for 180 days', async () => {
    const { text } = await http().get('/.well-known/security.txt').expect(200);
    const left = Date.parse(/Expires: (.*)/.exec(text)?.[1] ?? '') - Date.now();
    expect(left / DAY_MS).toBeGreaterThan(179);
    expect(left / DAY_MS).toBeLessThan(182);
  });
});
