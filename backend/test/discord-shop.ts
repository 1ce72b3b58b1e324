import {
  claimPostsAnswer,
  claimEditAnswer,
  leaseAnswer,
  type Batch,
  type Channel,
  type EditTask,
  type ShopEvent,
} from '@pax/contracts';
import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { randomRef } from '../src/platform/secrets.js';
import { Transactions } from '../src/platform/database/transaction.js';
import { appendEvent } from '../src/platform/outbox/outbox.js';
import { FormerIdentities } from '../src/people/accounts/former-identities.js';
import { startTestApp, type TestApp } from './app.js';
import { signIn } from './sign-in.js';
import { until } from './until.js';

/** Settings of a complete Discord that never answers; specs make the calls of the bot themselves. */
export const DISCORD_SETTINGS = {
  DISCORD_API_URL: 'http://127.0.0.1:9/api',
  DISCORD_TOKEN: 'a bot token for specs',
  DISCORD_CLIENT_ID: '500000000000000002',
  DISCORD_CLIENT_SECRET: 'a client secret for specs',
  DISCORD_GUILD_ID: '500000000000000001',
  DISCORD_CHANNEL_ORDERS: '500000000000000011',
  DISCORD_CHANNEL_HISTORY: '500000000000000012',
  DISCORD_CHANNEL_STOCK: '500000000000000013',
  DISCORD_CHANNEL_ERROR: '500000000000000014',
};
/** The channel of messages in these specs, which the settings no longer name. */
export const FORMER_CHANNEL = '500000000000000019';
/** Settings of a shop without Discord. */
export const WITHOUT_DISCORD = Object.fromEntries(
  Object.keys(DISCORD_SETTINGS)
    .filter((key) => key !== 'DISCORD_API_URL')
    .map((key) => [key, '']),
);
const TOKEN = 'a-token-for-specs-only';

export interface BotAnswer {
  status: number;
  body: unknown;
  retryAfter: string | undefined;
}

/** The backend with Discord's channels, and the calls of a bot. */
export interface DiscordShop extends TestApp {
  call(path: string, body: object): Promise<BotAnswer>;
  read(path: string): Promise<BotAnswer>;
  /** Claims or renews the lease. @returns the fence */
  takeLease(instanceId: string): Promise<number>;
  /** Sets the end of the lease into the past. */
  lapse(): Promise<void>;
  claim(channel: Channel, fence: number): Promise<Batch>;
  claimNothing(channel: Channel, fence: number): Promise<null>;
  register(batch: Batch, fence: number, postIds?: number[]): Promise<string>;
  /** Claims, registers and reports a channel's next batch. */
  send(channel: Channel, fence: number): Promise<Batch>;
  claimEdit(channel: Channel, fence: number): Promise<EditTask | null>;
  /** Appends events in one transaction and waits until they are relayed. */
  append(...events: ShopEvent[]): Promise<void>;
  relayed(): Promise<void>;
  /** Creates a paid order of a new account and relays its event. */
  order(): Promise<number>;
  product(): Promise<number>;
  postStates(channel: Channel): Promise<string[]>;
}

export async function startDiscordShop(overrides: Record<string, string> = {}): Promise<DiscordShop> {
  const shop = await startTestApp({ ...DISCORD_SETTINGS, ...overrides }, { handMade: true });
  const server = () => shop.app.getHttpServer();
  const answer = (response: request.Response): BotAnswer => ({
    status: response.status,
    body: response.body,
    retryAfter: response.headers['retry-after'],
  });
  const call = async (path: string, body: object): Promise<BotAnswer> =>
    answer(
      await request(server()).post(`/api/bot${path}`).set('authorization', `Bearer ${TOKEN}`).send(body),
    );
  const relayed = async (): Promise<void> => {
    const waiting = 'SELECT count(*)::int AS n FROM outbox_events WHERE published_at IS NULL';
    await until(
      () => shop.database.query<{ n: number }[]>(waiting),
      ([row]) => row?.n === 0,
    );
  };
  const append = async (...events: ShopEvent[]): Promise<void> => {
    await shop.app.get(Transactions).run(async (tx) => events.forEach((event) => appendEvent(tx, event)));
    await relayed();
  };
  const claimAny = async (channel: Channel, fence: number): Promise<Batch | null> =>
    claimPostsAnswer.parse((await call('/posts/claim', { channel, fence })).body).batch;
  const claim = async (channel: Channel, fence: number): Promise<Batch> => {
    const batch = await claimAny(channel, fence);
    if (!batch) throw new Error(`nothing to claim in ${channel}`);
    return batch;
  };
  const register = async (batch: Batch, fence: number, postIds?: number[]): Promise<string> => {
    const payload = JSON.stringify({ content: batch.nonce });
    const ids = postIds ?? batch.posts.map((post) => post.id);
    const body = { fence, payload, postIds: ids, channelId: FORMER_CHANNEL };
    const { status } = await call(`/posts/batches/${batch.id}/register`, body);
    if (status !== 204) throw new Error(`not registered: ${status}`);
    return payload;
  };
  const product = (): Promise<number> => insertProduct(shop);
  return {
    ...shop,
    call,
    claim,
    register,
    relayed,
    append,
    product,
    read: async (path) =>
      answer(await request(server()).get(`/api/bot${path}`).set('authorization', `Bearer ${TOKEN}`)),
    takeLease: async (instanceId) => leaseAnswer.parse((await call('/lease', { instanceId })).body).fence,
    lapse: async () =>
      void (await shop.database.query(`UPDATE bot_lease SET expires_at = now() - interval '1 s'`)),
    claimNothing: async (channel, fence) => {
      const batch = await claimAny(channel, fence);
      if (batch) throw new Error(`there is something to claim in ${channel}`);
      return batch;
    },
    send: async (channel, fence) => {
      const batch = await claim(channel, fence);
      await register(batch, fence);
      const { status } = await call(`/posts/batches/${batch.id}/report`, {
        fence,
        messageId: messageIdOf(batch),
      });
      if (status !== 204) throw new Error(`not reported: ${status}`);
      return batch;
    },
    claimEdit: async (channel, fence) =>
      claimEditAnswer.parse((await call('/posts/edits/claim', { channel, fence })).body).edit,
    order: async () => {
      const orderId = await insertOrder(shop, await product());
      await append(orderEvent('order.paid', orderId, 1));
      return orderId;
    },
    postStates: async (channel) => {
      const rows: { state: string }[] = await shop.database.query(
        'SELECT state FROM posts WHERE channel = $1 ORDER BY id',
        [channel],
      );
      return rows.map((row) => row.state);
    },
  };
}

export function orderEvent(type: ShopEvent['type'], orderId: number, version: number): ShopEvent {
  return { type, aggregate: 'order', aggregateId: String(orderId), version };
}

export function alertEvent(title: string, detail = 'what happened'): ShopEvent {
  return {
    type: 'alert.raised',
    aggregate: 'alert',
    aggregateId: randomUUID(),
    version: 1,
    data: { kind: 'failure', title, detail },
  };
}

/** A message id, the same for the same batch. */
export function messageIdOf(batch: Batch): string {
  return `7${String(batch.posts[0]?.id ?? 0).padStart(17, '0')}`;
}

async function insertProduct(shop: TestApp): Promise<number> {
  const rows: { id: number }[] = await shop.database.query(
    `INSERT INTO products (name, category, price_cents) VALUES ('Elytra', 'items', 1999) RETURNING id`,
  );
  return insertedId(rows);
}

async function insertOrder(shop: TestApp, productId: number): Promise<number> {
  const { userId } = await signIn(shop, {
    username: `buyer ${randomRef().slice(0, 10).replaceAll('-', '_')}`,
  });
  const rows: { id: number }[] = await shop.database.query(
    `INSERT INTO orders (user_id, product_id, product_name, category, quantity, total_cents, cash_cents)
     VALUES ($1, $2, 'Elytra', 'items', 1, 1999, 1999) RETURNING id`,
    [userId, productId],
  );
  return insertedId(rows);
}

function insertedId(rows: { id: number }[]): number {
  const [row] = rows;
  if (!row) throw new Error('nothing was inserted');
  return row.id;
}

/** Stores the identity that a deleted, blocked account with a proven Discord id leaves. */
export async function storeBlockedIdentity(shop: TestApp, discordId: string): Promise<void> {
  const { userId } = await signIn(shop, { blocked: true });
  const departed = [{ kind: 'discord', value: discordId }] as const;
  await shop.app
    .get(Transactions)
    .run((tx) => shop.app.get(FormerIdentities).storeIdentities(tx, userId, departed));
}
