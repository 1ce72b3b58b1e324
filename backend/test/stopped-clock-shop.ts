import request from 'supertest';
import { randomInt } from 'node:crypto';
import { Clock } from '../src/platform/clock.js';
import { DISCORD_SETTINGS } from './discord-shop.js';
import { WITH_TOKEN_KEY } from './second-step.js';
import { stopClock } from './app.js';
import { startShop, type Shop } from './shop.js';

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Tells whether the promise still holds, that many ms after its beginning. */
type Holds = (ms: number) => Promise<boolean>;
/** A promise, its duration in ms, and the function that starts it. */
export type Period = readonly [what: string, ms: number, begin: () => Promise<Holds>];

export let shop: Shop;
export let moveClock: (ms: number) => void;

/** Starts the shop that all specs of periods share, with its clock stopped. */
export async function startStoppedClockShop(): Promise<void> {
  shop = await startShop({ ...DISCORD_SETTINGS, ...WITH_TOKEN_KEY });
  moveClock = stopClock(shop);
}

export const now = (): Date => shop.app.get(Clock).now();
export const runSql = (text: string, ...values: unknown[]): Promise<unknown[]> =>
  shop.database.query(text, values);
/** Tells whether a query returns a row. */
export const rowExists = async (text: string, ...values: unknown[]): Promise<boolean> =>
  (await runSql(text, ...values)).length > 0;
export const newDiscordId = (): string => String(415_930_628_171_900_000n + BigInt(randomInt(1_000_000_000)));
export const http = () => request(shop.url);
