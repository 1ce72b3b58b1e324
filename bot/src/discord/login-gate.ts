import { leaseCalls } from '@pax/contracts';
import { SimpleIdentifyThrottler, type IIdentifyThrottler } from 'discord.js';
import { once } from 'node:events';
import { type ShopClient, hasCode } from '../shop-client.js';
import { Backoff, pause } from '../timing.js';
import { reasonOf, type Logger } from '../logger.js';

export interface LoginGateDeps {
  shop: Pick<ShopClient, 'call'>;
  fence: () => number;
  /** Called with the wait until the next log-in, ms, when none is allowed now; the receiver disconnects. */
  onLoginsSpent: (waitMs: number) => void;
  logger: Logger;
}

/**
 * Delays every gateway log-in of discord.js. The backend counts log-ins of all restarts and bots, because Discord
 * resets the token after 1,000 a day.
 */
export class LoginGate implements IIdentifyThrottler {
  /** Discord accepts one log-in per five seconds. */
  private readonly spacing = new SimpleIdentifyThrottler(1);

  constructor(private readonly deps: LoginGateDeps) {}

  /**
   * Waits until the backend has counted the log-in and allows it.
   * @throws only when the connection is closed meanwhile
   */
  async waitForIdentify(shardId: number, signal: AbortSignal): Promise<void> {
    await this.spacing.waitForIdentify(shardId, signal);
    const waitMs = await this.requestLoginWait(signal);
    if (waitMs === 0) return;
    this.deps.onLoginsSpent(waitMs);
    // Waits until the connection is closed, because an error would make discord.js reconnect at once.
    if (!signal.aborted) await once(signal, 'abort');
    signal.throwIfAborted();
  }

  /** Asks an unavailable backend again, since every log-in must be counted. */
  private async requestLoginWait(signal: AbortSignal): Promise<number> {
    const backoff = new Backoff({ firstMs: 500, maxMs: 5_000 });
    for (;;) {
      signal.throwIfAborted();
      try {
        const body = { fence: this.deps.fence() };
        return (await this.deps.shop.call(leaseCalls.countLogin, { body, signal })).waitMs;
      } catch (error) {
        if (hasCode(error, 'FENCED')) return FENCED_WAIT_MS;
        this.deps.logger.warn('log-in not counted, asking the backend again', { reason: reasonOf(error) });
      }
      await pause(backoff.nextWaitMs(), signal);
    }
  }
}

/** Wait before the backend is asked again when another bot holds the lease, ms. */
const FENCED_WAIT_MS = 1_000;
