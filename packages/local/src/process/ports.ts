import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { until } from './wait.js';

/**
 * Listens on 127.0.0.1 for a moment, to test a port.
 * @returns the port (for 0, the assigned one), or undefined when another program uses it
 */
async function tryListen(port: number): Promise<number | undefined> {
  return await new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      const found = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(found));
    });
  });
}

/** True when no program listens on the port of the machine's loopback address, or of all its addresses. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await tryListen(port)) !== undefined;
}

/**
 * Range in which free ports are searched: below the ephemeral ports, which an outgoing connection may take meanwhile.
 */
const FIRST = 20_000;
const END = 32_000;
const TRIES = 20;

/** Finds a free port: the preferred one if it is free, otherwise any. */
export async function findFreePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isPortFree(preferred))) return preferred;
  for (let n = 0; n < TRIES; n += 1) {
    const port = randomInt(FIRST, END);
    if (await isPortFree(port)) return port;
  }
  const port = await tryListen(0);
  if (port === undefined) throw new Error('no free port on 127.0.0.1');
  return port;
}

/** How a restarted server waits for the port that its clients use. */
export interface PortWait {
  /** Longest wait for a port that another program uses, ms. */
  readonly timeoutMs: number;
  /** Called once when waiting for the port begins. */
  readonly onWait: (port: number) => void;
  /** Aborted to end the waiting. */
  readonly signal: AbortSignal;
}

/**
 * Returns the wanted port, after waiting for it if `portWait` is given; otherwise any free port.
 * @throws the signal's reason when the wait was aborted
 */
export async function claimPort(wanted: number | undefined, portWait?: PortWait): Promise<number> {
  if (wanted === undefined || portWait === undefined || (await isPortFree(wanted)))
    return await findFreePort(wanted);
  portWait.onWait(wanted);
  const isDecided = async (): Promise<boolean> => {
    portWait.signal.throwIfAborted();
    return await isPortFree(wanted);
  };
  const limits = { deadlineMs: portWait.timeoutMs, everyMs: 50, what: `port ${wanted}` };
  const isFree = await until(isDecided, limits).catch(() => false);
  portWait.signal.throwIfAborted();
  return isFree ? wanted : await findFreePort();
}
