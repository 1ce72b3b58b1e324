import { Logger } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { trustedHops } from '../../common/trusted-hops.js';
import type { Settings } from '../../settings.js';
import { addressKey } from '../limits/address.js';

/** Connections of one caller that one process holds, before RATE_LIMIT_FACTOR: a full internet café with many tabs. */
const MOST = 500;
/** Between two lines of the log about refusals, ms. */
const TELL_MS = 60_000;

/** What is used of a connection. */
interface Connection {
  readonly request: IncomingMessage;
  close(discard: boolean): void;
  once(event: 'close', listener: () => void): unknown;
}

/** Counts open connections by caller, so that nobody takes a process's memory by opening ever more of them (OWN-292). */
export class SocketQuota {
  private readonly logger = new Logger(SocketQuota.name);
  private readonly open = new Map<string, number>();
  /** Who sent a request: its line may be gone before it has become a connection, and the address with it. */
  private readonly callers = new WeakMap<IncomingMessage, string>();
  private readonly most: number;
  private readonly trust: ReturnType<typeof trustedHops>;
  private toldAt = -Infinity;

  constructor({ rateLimitFactor, trustProxy }: Pick<Settings, 'rateLimitFactor' | 'trustProxy'>) {
    this.most = Math.ceil(MOST * rateLimitFactor);
    this.trust = trustedHops(trustProxy);
  }

  /** Whether the caller may open another one; not a caller who is gone already. */
  hasRoomFor(request: IncomingMessage): boolean {
    const { remoteAddress } = request.socket;
    if (remoteAddress === undefined) return false;
    const caller = addressKey(proxyAddr(request, this.trust));
    this.callers.set(request, caller);
    const hasRoom = this.countOf(caller) < this.most;
    if (!hasRoom) this.tell();
    return hasRoom;
  }

  /** Counts a connection for as long as it is open. Many asked for in one moment may come to be one too many. */
  keep(connection: Connection): void {
    const caller = this.callers.get(connection.request);
    if (caller === undefined) {
      connection.close(true);
      return;
    }
    this.open.set(caller, this.countOf(caller) + 1);
    connection.once('close', () => this.leave(caller));
    if (this.countOf(caller) <= this.most) return;
    this.tell();
    connection.close(true);
  }

  private leave(caller: string): void {
    const left = this.countOf(caller) - 1;
    if (left > 0) this.open.set(caller, left);
    else this.open.delete(caller);
  }

  private countOf(caller: string): number {
    return this.open.get(caller) ?? 0;
  }

  /** Where TRUST_PROXY is too low everybody is one caller: operators should see why nobody gets in. */
  private tell(): void {
    const now = performance.now();
    if (now - this.toldAt < TELL_MS) return;
    this.toldAt = now;
    this.logger.warn(`a caller has ${this.most} sockets and is let open no more`);
  }
}
