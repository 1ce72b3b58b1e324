import { findFreePort } from '@pax/local';
import {
  discordWorld,
  openDiscord,
  PAYPAL_BUSINESS,
  PAYPAL_CLIENT_ID,
  PAYPAL_WEBHOOK_ID,
  startStandIns,
  type RunningStandIns,
} from '@pax/stand-ins';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTransaction } from '../src/platform/database/transaction.js';
import { COINS, stockAccount } from '../src/people/ledger/accounts.js';
import { book } from '../src/people/ledger/ledger.js';
import { startTestApp, type TestApp } from './app.js';
import { createTestDatabase, type Past, type TestDatabase } from './database.js';
import { insertCreationEvent } from './creation-event.js';
import { signIn, type SignedIn, type SignInOptions } from './sign-in.js';

export interface Shop extends TestApp {
  peers: RunningStandIns;
  url: string;
  /** Adds a product with pieces in stock. @returns its id */
  addProduct(product: Partial<NewProduct>): Promise<number>;
  fillPool(coins: number): Promise<void>;
  fill(account: string, amount: number): Promise<void>;
  signIn(options?: SignInOptions): Promise<SignedIn>;
}

export interface NewProduct {
  name: string;
  category: string;
  amount: string | null;
  priceCents: number;
  stock: number;
  coinValue: number | null;
  isCustom: boolean;
  bulkMinQuantity: number | null;
  bulkPriceCents: number | null;
  availableFrom: Date | null;
}

const PRODUCT: NewProduct = {
  name: 'Elytra',
  category: 'items',
  amount: null,
  priceCents: 1999,
  stock: 10,
  coinValue: null,
  isCustom: false,
  bulkMinQuantity: null,
  bulkPriceCents: null,
  availableFrom: null,
};

export interface ShopOptions {
  hasDiscord?: boolean;
  /** Rows with which its database begins; none by default. */
  past?: Past;
  /** An existing database, which is kept. */
  databaseUrl?: string;
}

/** Starts a listening backend with the stand-ins as payment providers, and optionally as Discord. */
export async function startShop(
  overrides: Record<string, string> = {},
  { hasDiscord = false, past, databaseUrl }: ShopOptions = {},
): Promise<Shop> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'pax-spec-'));
  const own = databaseUrl === undefined ? await createTestDatabase(past) : undefined;
  if (own?.note !== undefined) await storeStripeState(dataDir, own);
  const secret = randomBytes(12).toString('hex');
  const discord = { botToken: `bot-${secret}`, clientId: '1184303579969069000', clientSecret: secret };
  const stripe = { secretKey: `sk_test_${secret}`, webhookSecret: `whsec_${secret}` };
  const peers = await startStandIns({
    port: 0,
    publicUrl: url,
    dataDir,
    stripe,
    paypal: { clientSecret: secret },
    discord,
    retryDelaysMs: [50, 100, 200, 400],
    standIns: hasDiscord ? [openDiscord({ publicUrl: url, discord })] : [],
  });
  const shop = await startTestApp(
    {
      PORT: String(port),
      PUBLIC_URL: url,
      STRIPE_API_URL: peers.url,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      PAYPAL_URL: `${peers.url}/paypal/cgi-bin/webscr`,
      PAYPAL_IPN_URL: `${peers.url}/paypal/cgi-bin/webscr`,
      PAYPAL_BUSINESS,
      PAYPAL_API_URL: `${peers.url}/paypal`,
      PAYPAL_CLIENT_ID,
      PAYPAL_CLIENT_SECRET: secret,
      PAYPAL_WEBHOOK_ID,
      PUSH_HOSTS: peers.url,
      RATE_LIMIT_FACTOR: '1000',
      ...(hasDiscord && {
        DISCORD_API_URL: `${peers.url}/discord/api`,
        DISCORD_TOKEN: discord.botToken,
        DISCORD_CLIENT_ID: discord.clientId,
        DISCORD_CLIENT_SECRET: secret,
        DISCORD_GUILD_ID: discordWorld.guildId,
      }),
      // All buyers of a spec are new accounts of one address, and many buy the whole stock.
      NEW_ACCOUNT_HOLD_PERCENT: '100',
      ADDRESS_HOLD_PERCENT: '100',
      HOLD_PERCENT: '100',
      ADDRESS_HOLD_PERCENT_ALL: '100',
      ...overrides,
    },
    { own, databaseUrl },
  );
  await shop.app.listen(port, '127.0.0.1');
  const fill = async (account: string, amount: number): Promise<void> => {
    const idempotencyKey = `fill:${account}:${randomBytes(6).toString('hex')}`;
    await runTransaction(shop.database, (tx) =>
      book(tx, { idempotencyKey, reason: 'spec', actor: 'shop' }, [{ account, delta: amount }]),
    );
  };
  return {
    ...shop,
    peers,
    url,
    fill,
    fillPool: (coins) => fill(COINS, coins),
    signIn: (options) => signIn(shop, options),
    addProduct: async (product) => {
      const id = await insertProduct(shop, { ...PRODUCT, ...product });
      const pieces = product.stock ?? PRODUCT.stock;
      if (pieces > 0) await fill(stockAccount(id), pieces);
      return id;
    },
    close: async () => {
      await shop.close();
      await peers.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Gives the Stripe stand-in the payments with which the database begins. */
async function storeStripeState(dataDir: string, { note = '' }: TestDatabase): Promise<void> {
  const folder = join(dataDir, 'stand-ins');
  await mkdir(folder);
  await writeFile(join(folder, 'stripe.json'), note);
}

async function insertProduct(shop: TestApp, product: NewProduct): Promise<number> {
  const rows: { id: number }[] = await shop.database.query(
    `INSERT INTO products (name, category, price_cents, coin_value, is_custom, bulk_min_quantity, bulk_price_cents, available_from,
                           amount)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [
      product.name,
      product.category,
      product.priceCents,
      product.coinValue,
      product.isCustom,
      product.bulkMinQuantity,
      product.bulkPriceCents,
      product.availableFrom,
      product.amount,
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('no product was made');
  await insertCreationEvent(shop.database, 'product.created', id);
  return id;
}
