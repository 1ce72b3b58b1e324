import { Logger } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { trustedHops } from '../../common/trusted-hops.js';
import type { Settings } from '../../settings.js';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { addressKey } from '../limits/address.js';
import type { SocketLimits } from './socket-limits.js';

/** Between two lines of the log about refusals, ms. */
const TELL_MS = 60_000;

/** What is used of a connection. */
interface Connection {
  readonly request: IncomingMessage;
  close(discard: boolean): void;
  once(event: 'close', listener: () => void): unknown;
}

/** Who sent a request: its line may be gone before it has become a connection, and the address with it. */
const callers = new WeakMap<IncomingMessage, string>();

/** Whose connection began with a request: an address, or the network of IPv6 that one caller owns. */
export function callerOf(request: IncomingMessage): string {
  return callers.get(request) ?? 'unknown';
}

/**
 * Counts open connections by caller, so that nobody takes a process's memory by opening ever more of them
 * (OWN-292), nor its time by opening them again and again (OWN-384).
 */
export class SocketQuota {
  private readonly logger = new Logger(SocketQuota.name);
  private readonly open = new Map<string, number>();
  private readonly connects: RateLimiterMemory;
  private readonly most: number;
  private readonly trust: ReturnType<typeof trustedHops>;
  private toldAt = -Infinity;

  constructor(
    { rateLimitFactor, trustProxy }: Pick<Settings, 'rateLimitFactor' | 'trustProxy'>,
    { open, connects, windowS }: SocketLimits,
  ) {
    this.most = Math.ceil(open * rateLimitFactor);
    this.connects = new RateLimiterMemory({
      points: Math.ceil(connects * rateLimitFactor),
      duration: windowS,
    });
    this.trust = trustedHops(trustProxy);
  }

  /** Whether the caller may open another one; not a caller who is gone already. */
  async admits(request: IncomingMessage): Promise<boolean> {
    const { remoteAddress } = request.socket;
    if (remoteAddress === undefined) return false;
    const caller = addressKey(proxyAddr(request, this.trust));
    callers.set(request, caller);
    const admits = this.countOf(caller) < this.most && (await this.isPatient(caller));
    if (!admits) this.tell();
    return admits;
  }

  /** Counts a try. @returns whether the caller opened connections no faster than it may */
  private isPatient(caller: string): Promise<boolean> {
    return this.connects.consume(caller).then(
      () => true,
      () => false,
    );
  }

  /** Counts a connection for as long as it is open. Many asked for in one moment may come to be one too many. */
  keep(connection: Connection): void {
    const caller = callers.get(connection.request);
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
    this.logger.warn(`a caller has ${this.most} sockets, or opens them too fast, and is let open no more`);
  }
}
