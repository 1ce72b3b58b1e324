import { Socket } from 'node:net';
import pg from 'pg';
import { currentCaller } from '../limits/current-caller.js';

/**
 * Creates a socket that fails after `ms` without data, because TCP notices a dead peer only after 15 minutes.
 * Choose more than the longest statement and idle time.
 */
export function socketWithIdleTimeout(ms: number): Socket {
  const socket = new Socket();
  socket.setTimeout(ms, () => {
    socket.destroy(new Error(`Connection terminated: Postgres sent nothing for ${ms} ms`));
  });
  return socket;
}

/**
 * Queue of calls that wait for a database connection. Networks take turns, and addresses within each, so that a
 * caller with many connections delays only their own calls. The pool takes the next call by `shift`.
 */
export class WaitingCalls extends Array<object> {
  private readonly paths = new WeakMap<object, readonly string[]>();
  /** Number of the turn in which each network or address was last served, as long as any call waits. */
  private readonly served = new Map<string, number>();
  private turn = 0;

  /** Makes copies of the array, such as by `splice`, plain arrays. */
  static override get [Symbol.species]() {
    return Array;
  }

  override push(...calls: object[]): number {
    const { path } = currentCaller();
    for (const call of calls) this.paths.set(call, path);
    return super.push(...calls);
  }

  override shift(): object | undefined {
    const next = this.findNextIndex();
    const [call] = this.splice(next, 1);
    this.turn += 1;
    if (this.length === 0) this.served.clear();
    else for (const key of this.callerKeysOf(call)) this.served.set(key, this.turn);
    return call;
  }

  /**
   * Finds the call to serve next: first chooses the network, then the address, then the call that waited longest.
   */
  private findNextIndex(): number {
    let next = 0;
    for (let at = 1; at < this.length; at += 1) if (this.isServedBefore(this[at], this[next])) next = at;
    return next;
  }

  private isServedBefore(one: object | undefined, other: object | undefined): boolean {
    const others = this.callerKeysOf(other);
    for (const [at, key] of this.callerKeysOf(one).entries()) {
      const difference = (this.served.get(key) ?? 0) - (this.served.get(others[at] ?? '') ?? 0);
      if (difference !== 0) return difference < 0;
    }
    return false;
  }

  private callerKeysOf(call: object | undefined): readonly string[] {
    return (call && this.paths.get(call)) ?? [];
  }
}

/** A pool of database connections that serves waiting calls fairly. */
export class FairPool extends pg.Pool {
  constructor(options: pg.PoolConfig) {
    super(options);
    Object.assign(this, { _pendingQueue: new WaitingCalls() });
    // Ignores the event, because a connection may end before its user listens; the next call reports the error.
    this.on('connect', (client) => client.on('error', () => undefined));
  }
}
