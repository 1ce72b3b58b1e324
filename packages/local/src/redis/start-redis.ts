import { connect } from 'node:net';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from '../process/private-json.js';
import {
  isSameProcess,
  identifyProcess,
  type ProcessEnd,
  type ProcessHandle,
  stopProcess,
} from '../process/process-handle.js';
import { until } from '../process/wait.js';
import { claimPort, type PortWait } from '../process/ports.js';

/**
 * True when a Redis accepts the client: sends AUTH and PING on a bare socket, since a library would reconnect and wait.
 * @param url `redis://[user:password@]host[:port]`; for other schemes, a connection is enough
 */
export async function isRedisAnswering(url: string, timeoutMs = 2_000): Promise<boolean> {
  const address = new URL(url);
  const port = address.port === '' ? 6379 : Number(address.port);
  const auth = [address.username, address.password].filter((part) => part !== '').map(decodeURIComponent);
  const commands = [...(address.password === '' ? [] : [['AUTH', ...auth]]), ['PING']];

  return await new Promise((resolve) => {
    const socket = connect({ host: address.hostname.replace(/^\[|\]$/g, ''), port });
    const finishCheck = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    let received = '';
    socket.setTimeout(timeoutMs, () => finishCheck(false));
    socket.once('error', () => finishCheck(false));
    socket.once('end', () => finishCheck(false));
    socket.once('connect', () => {
      if (address.protocol !== 'redis:') finishCheck(true);
      else socket.write(commands.map((parts) => encodeCommand(parts)).join(''));
    });
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
      if (received.includes('+PONG')) finishCheck(true);
      else if (received.startsWith('-')) finishCheck(false);
    });
  });
}

function encodeCommand(parts: readonly string[]): string {
  const bulk = parts.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`);
  return `*${parts.length}\r\n${bulk.join('')}`;
}

/** Options of the Redis server that the supervisor runs. */
export interface RedisOptions {
  /** Path of the server program: Redis or Valkey. */
  readonly program: string;
  readonly dataDir: string;
  /** Path of the log file; default: `<dataDir>.log`. */
  readonly logFile?: string;
  /** True for a Redis without a password, for tests that write addresses themselves. Default: false. */
  readonly withoutPassword?: boolean;
  /** True to wait for the last port, since clients of a restarted server still use it. */
  readonly portWait?: PortWait;
}

/** A running Redis server, which listens on 127.0.0.1 only. */
export interface RedisHandle extends ProcessHandle {
  readonly url: string;
}

const identitySchema = z.object({ pid: z.number().int(), started: z.string() });
const markerSchema = z.object({
  port: z.number().int(),
  password: z.string(),
  server: identitySchema,
  owner: identitySchema.optional(),
});

/**
 * Starts a Redis that writes every change to a file and evicts nothing, as queues need, on its last port if that is
 * free.
 * @throws Error when a living process uses the folder, or the server does not start
 */
export async function startRedis(options: RedisOptions): Promise<RedisHandle> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const markerFile = join(options.dataDir, 'pax-redis.json');
  const last = readJsonFile(markerFile, markerSchema);
  if (last !== undefined && isSameProcess(last.server)) {
    if (last.owner !== undefined && isSameProcess(last.owner)) {
      throw new Error(`Redis on ${options.dataDir} is in use by process ${last.owner.pid}`);
    }
    await stopProcess(last.server.pid);
  }

  // The password is kept across restarts, so that clients can keep their address.
  const password =
    options.withoutPassword === true ? '' : (last?.password ?? randomBytes(24).toString('base64url'));
  for (let attempt = 1; ; attempt += 1) {
    const port = await claimPort(last?.port, options.portWait);
    try {
      const server = await launchRedis(options, port, password);
      writeJsonFile(markerFile, {
        port,
        password,
        server: identifyProcess(server.pid),
        owner: identifyProcess(),
      });
      return server;
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

async function launchRedis(options: RedisOptions, port: number, password: string): Promise<RedisHandle> {
  const url = `redis://${password === '' ? '' : `:${password}@`}127.0.0.1:${port}`;
  // Settings are passed in a file, since every user of the machine could read a password on the command line.
  const configFile = join(options.dataDir, 'redis.conf');
  writeFileSync(configFile, formatConfiguration(options.dataDir, port, password), { mode: 0o600 });
  const logFile = options.logFile ?? `${options.dataDir}.log`;
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'a');
  const child = spawn(options.program, [configFile], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);

  let end: ProcessEnd | undefined;
  const ended = new Promise<ProcessEnd>((resolve) => {
    const settleStart = (result: ProcessEnd): void => {
      end = result;
      resolve(result);
    };
    child.once('exit', (code, signal) => settleStart({ code, signal }));
    child.once('error', () => settleStart({ code: 127, signal: null }));
  });
  const pid = child.pid ?? 0;
  await until(
    async () => {
      if (end !== undefined) throw new Error(`Redis did not start; see ${logFile}`);
      return await isRedisAnswering(url);
    },
    // Time limit that is long enough to read a large append-only file.
    { deadlineMs: 30_000, everyMs: 10, what: 'Redis' },
  ).catch(async (error: unknown) => {
    // A server that does not answer is stopped, since two servers must never write to the same folder.
    if (end === undefined) await stopProcess(pid);
    throw error;
  });
  return {
    url,
    pid,
    ended,
    stop: async () => {
      if (end === undefined) await stopProcess(pid);
      await ended;
    },
  };
}

function formatConfiguration(folder: string, port: number, password: string): string {
  const quoted = `"${folder.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  return [
    'bind 127.0.0.1',
    `port ${port}`,
    ...(password === '' ? [] : [`requirepass ${password}`]),
    'daemonize no',
    `dir ${quoted}`,
    'appendonly yes',
    'save ""',
    'maxmemory-policy noeviction',
    '',
  ].join('\n');
}
