import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const process = z.object({ pid: z.number().int() });
const recordSchema = z.object({ migrationDatabaseUrl: z.string(), children: z.record(z.string(), process) });
const redisSchema = z.object({ port: z.number().int(), password: z.string(), server: process });

const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), 'utf8'));

/** The address of a running shop's database, as its supervisor noted it. */
export const databaseUrlOf = (dataDir: string): string =>
  recordSchema.parse(read(dataDir, 'run.json')).migrationDatabaseUrl;

/** A part of a running shop. */
export type Part = 'backend' | 'bot' | 'stand-ins' | 'redis';

/** The current process of a part; another one after each restart. */
export function pidOf(dataDir: string, part: Part): number {
  if (part === 'redis') return redisSchema.parse(read(dataDir, 'redis', 'pax-redis.json')).server.pid;
  const child = recordSchema.parse(read(dataDir, 'run.json')).children[part];
  if (child === undefined) throw new Error(`${part} does not run`);
  return child.pid;
}

/** The address of the Redis of a shop's own. */
export function redisUrlOf(dataDir: string): string {
  const { port, password } = redisSchema.parse(read(dataDir, 'redis', 'pax-redis.json'));
  return `redis://:${password}@127.0.0.1:${port}`;
}

/** The service token by which the bot speaks to the backend. */
export const botTokenOf = (dataDir: string): string =>
  z.object({ botApiToken: z.string() }).parse(read(dataDir, 'secrets.json')).botApiToken;

/** The token that reads the backend's metrics. */
export const metricsTokenOf = (dataDir: string): string =>
  z.object({ metricsToken: z.string() }).parse(read(dataDir, 'secrets.json')).metricsToken;
