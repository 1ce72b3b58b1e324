import { Socket } from 'node:net';
import pg from 'pg';
import { currentCaller } from '../limits/current-caller.js';

/**
 * Creates a socket that fails after `ms` without data, since TCP alone notices a dead peer only after 15 minutes. Use
 * more than the longest statement and idle time.
 */
export function socketWithIdleTimeout(ms: number): Socket {
  const socket = new Socket();
  socket.setTimeout(ms, () => {
    socket.destroy(new Error(`Connection terminated: Postgres sent nothing for ${ms} ms`));
  });
  return socket;
}

/**
 * Calls that wait for a connection. Networks take turns, and addresses within them, so that somebody with many connections
 * delays only their own calls. The pool takes the next one by `shift`.
 */
export class WaitingCalls extends Array<object> {
  private readonly paths = new WeakMap<object, readonly string[]>();
  /** The turn at which each network or address was served last, while anybody waits. */
  private readonly served = new Map<string, number>();
  private turn = 0;

  /** Copies, as of `splice`, are plain. */
  static override get [Symbol.species]() {
    return Array;
  }

  override push(...calls: object[]): number {
    const { path } = currentCaller();
    for (const call of calls) this.paths.set(call, path);
    return super.push(...calls);
  }

  override shift(): object | undefined {
    const next = this.indexOfNext();
    const [call] = this.splice(next, 1);
    this.turn += 1;
    if (this.length === 0) this.served.clear();
    else for (const key of this.keysOf(call)) this.served.set(key, this.turn);
    return call;
  }

  /** Index of the call to serve next: of the network, then the address, then the call that has waited longest. */
  private indexOfNext(): number {
    let next = 0;
    for (let at = 1; at < this.length; at += 1) if (this.isBefore(this[at], this[next])) next = at;
    return next;
  }

  private isBefore(one: object | undefined, other: object | undefined): boolean {
    const others = this.keysOf(other);
    for (const [at, key] of this.keysOf(one).entries()) {
      const difference = (this.served.get(key) ?? 0) - (this.served.get(others[at] ?? '') ?? 0);
      if (difference !== 0) return difference < 0;
    }
    return false;
  }

  private keysOf(call: object | undefined): readonly string[] {
    return (call && this.paths.get(call)) ?? [];
  }
}

/** A pool of connections that are given out fairly. */
export class FairPool extends pg.Pool {
  constructor(options: pg.PoolConfig) {
    super(options);
    Object.assign(this, { _pendingQueue: new WaitingCalls() });
  }
}
