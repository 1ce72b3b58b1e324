import { findFreePort } from '@pax/local';
import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { createApp } from '../src/create-app.js';
import { asRuntime, createTestDatabase, type TestDatabase } from './database.js';
import { expectInvariants } from './invariants.js';
import { testSettings } from './settings.js';
import { Clock } from '../src/platform/clock.js';

export interface TestApp {
  app: NestFastifyApplication;
  /** Connections of the app, with the rights of its role. */
  database: DataSource;
  /** URL of the database for its owner. */
  databaseUrl: string;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** An existing database, which is kept; for a second backend of one shop, or one behind a faulty proxy. */
  databaseUrl?: string;
  /** A database that is dropped with the app; an empty one by default. */
  own?: TestDatabase;
  /** Folder of a built site; none by default, because each of its files becomes a route. */
  site?: string;
  /** True if the spec writes rows without the use cases, so that invariants are not checked at the end. */
  handMade?: boolean;
  /** Changes parts of the app before it starts. */
  prepare?: (app: NestFastifyApplication) => void;
}

const NO_SITE = '/nowhere';

/** Starts the whole backend on its own database. */
export async function startTestApp(
  overrides: Record<string, string> = {},
  { databaseUrl, site = NO_SITE, prepare, handMade = false, ...options }: TestAppOptions = {},
): Promise<TestApp> {
  const own = databaseUrl === undefined ? (options.own ?? (await createTestDatabase())) : undefined;
  const url = databaseUrl ?? own?.url ?? '';
  const app = await createApp(testSettings(asRuntime(url), overrides), site);
  prepare?.(app);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const database = app.get(DataSource);
  const close = async (): Promise<void> => {
    try {
      // Every spec must leave all invariants intact.
      if (own && !handMade) await expectInvariants({ app, database });
    } finally {
      await app.close();
      await own?.drop();
    }
  };
  return { app, database, databaseUrl: url, close };
}

export interface ListeningApp extends TestApp {
  /** The address on which it listens, and its PUBLIC_URL unless overridden. */
  url: string;
}

/** Starts the whole backend on a port of its own. */
export async function startListeningApp(
  overrides: Record<string, string> = {},
  options: TestAppOptions = {},
): Promise<ListeningApp> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const shop = await startTestApp({ PORT: String(port), PUBLIC_URL: url, ...overrides }, options);
  await shop.app.listen(port, '127.0.0.1');
  return { ...shop, url };
}

/** Stops the clock of the shop. @returns a function that sets how far it is ahead, ms */
export function stopClock({ app }: TestApp): (movedMs: number) => void {
  const stopped = Date.now();
  let movedMs = 0;
  app.get(Clock).now = () => new Date(stopped + movedMs);
  return (ms) => {
    movedMs = ms;
  };
}
