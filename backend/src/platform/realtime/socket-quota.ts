import { Injectable, Logger } from '@nestjs/common';
import { HEAD_INTERVAL_MS } from '@pax/contracts';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { trustedHops } from '../http/request-context.js';
import type { Settings } from '../../settings.js';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { addressKey } from '../limits/address-keys.js';

const WINDOW_MS = 5_000;
/** Limit of a socket's messages per window: a page resumes each of its three rooms at most once a second. */
const MAX_MESSAGES = 20;
/**
 * Limit of a connection's packets per window, including pongs, acknowledgements and packets for other namespaces.
 */
export const MAX_PACKETS = 300;
/** Limit of a WebSocket's bytes per window, because pings and upgrade probes are not counted as packets. */
export const MAX_BYTES = 64 * 1024;

/** Counts what a client sends in a time window, and allows more than any page of the shop sends. */
export class SendRate {
  private windowStart = 0;
  private sent = 0;

  constructor(private readonly max = MAX_MESSAGES) {}

  allowsMore(now: number, amount = 1): boolean {
    if (now - this.windowStart >= WINDOW_MS) {
      this.windowStart = now;
      this.sent = 0;
    }
    this.sent += amount;
    return this.sent <= this.max;
  }
}

/** Socket limits of one caller per process, before RATE_LIMIT_FACTOR. Injectable, so that specs can change them. */
@Injectable()
export class SocketLimits {
  /** Limit of open connections: enough for many people behind one address. */
  open = 500;
  /** Limit of connections opened within `windowS`: enough for all these people to reconnect after a restart. */
  connects = 600;
  windowS = 30;
}

/** Intervals of the socket loops, read at the start. Injectable, so that specs can change them. */
@Injectable()
export class SocketIntervals {
  /** Time between two `head` messages of a room, ms. */
  headMs = HEAD_INTERVAL_MS;
  /** Time between two checks of sessions and rights, ms; together with the check less than the promised 5 s. */
  checkMs = 4_000;
  /** Time between two checks whether the cached Discord roles of connected staff are fresh, ms. */
  staffMs = 500;
  /** Time between two checks for sockets whose clients read too slowly, ms. */
  slowMs = 1_000;
}

/** Minimum time between two log lines about refused connections, ms. */
const WARN_INTERVAL_MS = 60_000;

/** The part of an Engine.IO connection that is used here. */
interface Connection {
  readonly request: IncomingMessage;
  close(discard: boolean): void;
  /** The transport of the connection; a polling transport has no socket. */
  readonly transport: { readonly socket?: { terminate?(): void } };
  once(event: 'close', listener: () => void): unknown;
  on(event: 'packet', listener: () => void): unknown;
}

/** Caller of each request, stored because a socket that closes early loses its address. */
const callers = new WeakMap<IncomingMessage, string>();

/** The caller of a connection's first request: an IPv4 address or an IPv6 /64. */
export function callerOf(request: IncomingMessage): string {
  return callers.get(request) ?? 'unknown';
}

/** Limits open connections and connection attempts per caller, to protect memory and processor. */
export class SocketQuota {
  private readonly logger = new Logger(SocketQuota.name);
  private readonly open = new Map<string, number>();
  private readonly connects: RateLimiterMemory;
  private readonly max: number;
  private readonly trust: ReturnType<typeof trustedHops>;
  private warnedAt = -Infinity;

  constructor(
    { rateLimitFactor, trustProxy }: Pick<Settings, 'rateLimitFactor' | 'trustProxy'>,
    { open, connects, windowS }: SocketLimits,
  ) {
    this.max = Math.ceil(open * rateLimitFactor);
    this.connects = new RateLimiterMemory({
      points: Math.ceil(connects * rateLimitFactor),
      duration: windowS,
    });
    this.trust = trustedHops(trustProxy);
  }

  /** Tells whether the caller may open another connection; false when its socket has already closed. */
  async canConnect(request: IncomingMessage): Promise<boolean> {
    const { remoteAddress } = request.socket;
    if (remoteAddress === undefined) return false;
    const caller = addressKey(proxyAddr(request, this.trust));
    callers.set(request, caller);
    const admits = this.countOpenConnection(caller) < this.max && (await this.isWithinRate(caller));
    if (!admits) this.warnOfRefusals();
    return admits;
  }

  /**
   * Counts a connection attempt.
   * @returns whether the caller is within the limit
   */
  private isWithinRate(caller: string): Promise<boolean> {
    return this.connects.consume(caller).then(
      () => true,
      () => false,
    );
  }

  /** Counts a connection as long as it is open, and its packets. Closes it when a limit is exceeded. */
  trackConnection(connection: Connection): void {
    const caller = callers.get(connection.request);
    if (caller === undefined) {
      connection.close(true);
      return;
    }
    this.open.set(caller, this.countOpenConnection(caller) + 1);
    connection.once('close', () => this.releaseConnection(caller));
    const packets = new SendRate(MAX_PACKETS);
    connection.on('packet', () => {
      if (packets.allowsMore(performance.now())) return;
      connection.close(true);
      // Terminates the connection at once, because an orderly close would wait half a minute for the client.
      connection.transport.socket?.terminate?.();
    });
    if (this.countOpenConnection(caller) <= this.max) return;
    this.warnOfRefusals();
    connection.close(true);
  }

  private releaseConnection(caller: string): void {
    const remaining = this.countOpenConnection(caller) - 1;
    if (remaining > 0) this.open.set(caller, remaining);
    else this.open.delete(caller);
  }

  private countOpenConnection(caller: string): number {
    return this.open.get(caller) ?? 0;
  }

  /** Logs refused connections, because with TRUST_PROXY set too low all people count as one caller. */
  private warnOfRefusals(): void {
    const now = performance.now();
    if (now - this.warnedAt < WARN_INTERVAL_MS) return;
    this.warnedAt = now;
    this.logger.warn(
      `Sockets refused: a caller has ${this.max} open or connects too fast. If it is a proxy, raise TRUST_PROXY.`,
    );
  }
}
