import Fastify, { type FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { FaultBook } from '../faults/fault-book.js';
import { stripeStandIn } from '../stripe/stripe-stand-in.js';
import { registerFaultRoutes } from './fault-routes.js';
import { indexPage } from './index-page.js';
import { sendPage } from './page.js';
import type { StandIn } from './stand-in.js';
import type { StandInSettings } from './stand-in-settings.js';

const HOST = '127.0.0.1';
const BODY_LIMIT = 8 * 1024 * 1024;

/** What a further room is given when it is opened. */
export interface RoomTools {
  readonly faults: FaultBook;
  /** Folder of the state files. */
  readonly stateDir: string;
}

export interface StandInsOptions extends StandInSettings {
  /** Further rooms beside Stripe. */
  readonly rooms?: readonly ((tools: RoomTools) => Promise<StandIn>)[];
  /** Waits between tries to deliver a payment event, in ms. */
  readonly retryDelaysMs?: readonly number[];
}

/** The running stand-ins. */
export interface RunningStandIns {
  /** Their address, without a slash at the end: also what `STRIPE_API_URL` has to be. */
  readonly url: string;
  readonly faults: FaultBook;
  /** Stops serving, stops what the rooms do by themselves, and keeps their state. */
  close(): Promise<void>;
}

/** Starts all stand-ins on one loopback port (`port` 0 takes a free one). */
export async function startStandIns(options: StandInsOptions): Promise<RunningStandIns> {
  const faults = new FaultBook();
  const stateDir = join(options.dataDir, 'stand-ins');
  const app = Fastify({ bodyLimit: BODY_LIMIT, forceCloseConnections: true, return503OnClosing: false });
  let url = `http://${HOST}:${options.port}`;
  const stripe = await stripeStandIn({
    secretKey: options.stripe.secretKey,
    webhookSecret: options.stripe.webhookSecret,
    webhookUrl: `${options.publicUrl}/api/payments/stripe/webhook`,
    pageBase: () => url,
    stateDir,
    faults,
    retryDelaysMs: options.retryDelaysMs,
  });
  const opened: StandIn[] = [stripe];
  const close = async (): Promise<void> => {
    await app.close();
    await Promise.all(opened.map((room) => room.close()));
  };
  try {
    for (const open of options.rooms ?? []) opened.push(await open({ faults, stateDir }));
    await mount(app, opened, faults);
    url = (await app.listen({ host: HOST, port: options.port })).replace(/\/$/, '');
  } catch (error) {
    await close();
    throw error;
  }
  return { url, faults, close };
}

/** Each room in a scope of its own, so that its parsers and its error shape stay its own. */
async function mount(app: FastifyInstance, rooms: readonly StandIn[], faults: FaultBook): Promise<void> {
  app.get('/health', () => ({ status: 'ok', rooms: rooms.map((room) => room.name) }));
  app.get('/', (_request, reply) => sendPage(reply, indexPage(rooms)));
  await app.register((scope) => registerFaultRoutes(scope, faults));
  for (const room of rooms) await app.register((scope) => room.register(scope));
}
