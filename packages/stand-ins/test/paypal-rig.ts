import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAYPAL_BUSINESS, WEBSCR } from '../src/fixed-ids.js';
import type { PaypalState } from '../src/paypal/paypal-state.js';
import { startStandIns, type RunningStandIns } from '../src/server/start-stand-ins.js';

/** Secret of the app that may call the API. */
export const PAYPAL_SECRET = 'secret of the app';

/** The stand-ins and a small shop that receives their notifications. */
export interface PaypalRig {
  readonly url: string;
  readonly webscr: string;
  readonly shopUrl: string;
  readonly business: string;
  readonly standIns: RunningStandIns;
  /** Bodies in the order of arrival. */
  readonly received: Buffer[];
  /** Headers of each of them. */
  readonly headers: IncomingHttpHeaders[];
  /** Statuses that the shop answers next; 200 when empty. */
  readonly answers: number[];
  /** Posts a form as a browser would, without following the redirect. */
  post(url: string, form: Record<string, string>): Promise<Response>;
  state(): Promise<PaypalState>;
  close(): Promise<void>;
}

export async function startPaypalRig(): Promise<PaypalRig> {
  const dataDir = await mkdtemp(join(tmpdir(), 'paypal-rig-'));
  const received: Buffer[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const answers: number[] = [];
  const shop = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(Buffer.concat(chunks));
      headers.push(request.headers);
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => {
    shop.listen(0, '127.0.0.1', resolve);
  });
  const address = shop.address();
  if (address === null || typeof address === 'string') throw new Error('the shop has no port');
  const shopUrl = `http://127.0.0.1:${address.port}`;
  const standIns = await startStandIns({
    port: 0,
    publicUrl: shopUrl,
    dataDir,
    stripe: { secretKey: 'sk_test_unused', webhookSecret: 'whsec_unused' },
    paypal: { clientSecret: PAYPAL_SECRET },
    discord: { botToken: 'unused', clientId: 'unused', clientSecret: 'unused' },
    retryDelaysMs: [20, 20, 20],
  });
  const { url } = standIns;
  return {
    url,
    webscr: `${url}${WEBSCR}`,
    shopUrl,
    business: PAYPAL_BUSINESS,
    standIns,
    received,
    headers,
    answers,
    post: (to, fields) =>
      fetch(to, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }),
    state: async () => {
      const state: PaypalState = JSON.parse(await (await fetch(`${url}/paypal/state`)).text());
      return state;
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
}

/** A form that is accepted: two pieces for $19.99. The arrow is not in the notification's character set. */
export function form({ shopUrl, business }: PaypalRig): Record<string, string> {
  return {
    cmd: '_xclick',
    business,
    item_name: '2 × Elytra ➜',
    item_number: 'ref-1',
    invoice: 'ref-1',
    amount: '19.99',
    currency_code: 'USD',
    tax: '0',
    shipping: '0',
    no_shipping: '1',
    no_note: '1',
    charset: 'utf-8',
    return: 'http://shop.test/success?checkout=ref-1',
    cancel_return: 'http://shop.test/cancelled',
    notify_url: `${shopUrl}/ipn`,
  };
}
