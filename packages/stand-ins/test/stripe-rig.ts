import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { startStandIns, type RunningStandIns } from '../src/server/start-stand-ins.js';

export const SECRET_KEY = 'sk_test_rig';
export const WEBHOOK_SECRET = 'whsec_rig';
const DEADLINE_MS = 10_000;

/** The stand-ins with a real client and a small shop that takes their webhooks. */
export interface StripeRig {
  readonly url: string;
  readonly stripe: Stripe;
  readonly standIns: RunningStandIns;
  /** Events whose signature was right, in the order of arrival. */
  readonly received: Stripe.Event[];
  /** Statuses that the shop answers next; 200 when empty. */
  readonly answers: number[];
  /** Posts a form as a browser would, without following the redirect. */
  post(path: string, form?: Record<string, string>): Promise<Response>;
  /** Closes the stand-ins and starts new ones over the same state. */
  restart(): Promise<StripeRig>;
  close(): Promise<void>;
}

/** Starts a rig; `retryDelaysMs` are the waits between deliveries, short by default. */
export async function startStripeRig(
  retryDelaysMs: readonly number[] = [20, 20, 20, 20],
): Promise<StripeRig> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stripe-rig-'));
  const received: Stripe.Event[] = [];
  const answers: number[] = [];
  const shop = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const signature = String(request.headers['stripe-signature']);
      received.push(Stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, WEBHOOK_SECRET));
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => {
    shop.listen(0, '127.0.0.1', resolve);
  });
  const address = shop.address();
  if (address === null || typeof address === 'string') throw new Error('the shop has no port');
  const publicUrl = `http://127.0.0.1:${address.port}`;
  const start = async (): Promise<StripeRig> => {
    const standIns = await startStandIns({
      port: 0,
      publicUrl,
      dataDir,
      stripe: { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET },
      paypal: { clientSecret: 'unused' },
      discord: { botToken: 'unused', clientId: 'unused', clientSecret: 'unused' },
      retryDelaysMs,
    });
    return {
      url: standIns.url,
      stripe: client(standIns.url, SECRET_KEY),
      standIns,
      received,
      answers,
      post: (path, form = {}) =>
        fetch(`${standIns.url}${path}`, {
          method: 'POST',
          body: new URLSearchParams(form),
          redirect: 'manual',
        }),
      restart: async () => {
        await standIns.close();
        return start();
      },
      close: async () => {
        await standIns.close();
        shop.closeAllConnections();
        await new Promise((resolve) => {
          shop.close(resolve);
        });
        await rm(dataDir, { recursive: true });
      },
    };
  };
  return start();
}

/** The real library, pointed at the stand-in. */
export function client(url: string, key: string): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}

/** A request that the stand-in accepts: one lantern for $12.50, for half an hour and a bit. */
export function lantern(
  change: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 2,
        price_data: { currency: 'usd', unit_amount: 625, product_data: { name: 'Lantern <b>' } },
      },
    ],
    success_url: 'http://127.0.0.1:1/success?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://127.0.0.1:1/cancelled',
    expires_at: Math.floor(Date.now() / 1000) + 35 * 60,
    client_reference_id: 'ref-1',
    metadata: { checkout: 'ref-1' },
    ...change,
  };
}

/** Resolves as soon as the condition holds; fails after ten seconds. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited in vain for: ${what}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
}

/** The library's error of a call that has to be refused. */
export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('the call was accepted');
}
