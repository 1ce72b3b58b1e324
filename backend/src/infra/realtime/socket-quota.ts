import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { trustedHops } from '../../common/trusted-hops.js';
import type { Settings } from '../../settings.js';
import { addressKey } from '../limits/address.js';

/** Connections of one caller that one process holds, before RATE_LIMIT_FACTOR: a full internet café with many tabs. */
const MOST = 500;

/** What is used of a connection. */
interface Connection {
  readonly request: IncomingMessage;
  once(event: 'close', listener: () => void): unknown;
}

/** Counts open connections by caller, so that nobody takes a process's memory by opening ever more of them (OWN-292). */
export class SocketQuota {
  private readonly open = new Map<string, number>();
  private readonly most: number;
  private readonly trust: ReturnType<typeof trustedHops>;

  constructor({ rateLimitFactor, trustProxy }: Pick<Settings, 'rateLimitFactor' | 'trustProxy'>) {
    this.most = Math.ceil(MOST * rateLimitFactor);
    this.trust = trustedHops(trustProxy);
  }

  /** Whether the caller may open another one. */
  hasRoomFor(request: IncomingMessage): boolean {
    return this.countOf(this.callerOf(request)) < this.most;
  }

  /** Counts a connection for as long as it is open. */
  keep(connection: Connection): void {
    const caller = this.callerOf(connection.request);
    this.open.set(caller, this.countOf(caller) + 1);
    connection.once('close', () => {
      const left = this.countOf(caller) - 1;
      if (left > 0) this.open.set(caller, left);
      else this.open.delete(caller);
    });
  }

  private countOf(caller: string): number {
    return this.open.get(caller) ?? 0;
  }

  private callerOf(request: IncomingMessage): string {
    return addressKey(proxyAddr(request, this.trust));
  }
}
