import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const process = z.object({ pid: z.number().int() });
const recordSchema = z.object({ migrationDatabaseUrl: z.string(), children: z.record(z.string(), process) });
const redisSchema = z.object({ port: z.number().int(), password: z.string(), server: process });

const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), 'utf8'));

/** Reads the address of a running shop's database from the record of its supervisor. */
export const readDatabaseUrl = (dataDir: string): string =>
  recordSchema.parse(readJson(dataDir, 'run.json')).migrationDatabaseUrl;

/** A part of a running shop. */
export type Part = 'backend' | 'bot' | 'stand-ins' | 'redis';

/** Reads the pid of a part, which changes with each restart. */
export function readPid(dataDir: string, part: Part): number {
  if (part === 'redis') return redisSchema.parse(readJson(dataDir, 'redis', 'pax-redis.json')).server.pid;
  const child = recordSchema.parse(readJson(dataDir, 'run.json')).children[part];
  if (child === undefined) throw new Error(`${part} does not run`);
  return child.pid;
}

/** Reads the address of the Redis that belongs to a shop. */
export function readRedisUrl(dataDir: string): string {
  const { port, password } = redisSchema.parse(readJson(dataDir, 'redis', 'pax-redis.json'));
  return `redis://:${password}@127.0.0.1:${port}`;
}

/** Reads the bot's service token for the backend. */
export const readBotToken = (dataDir: string): string =>
  z.object({ botApiToken: z.string() }).parse(readJson(dataDir, 'secrets.json')).botApiToken;
