import { SimpleIdentifyThrottler, type IIdentifyThrottler } from 'discord.js';
import { once } from 'node:events';
import type { Backend } from './backend.js';
import { Backoff } from './backoff.js';
import { reasonOf, type Logger } from './logger.js';
import { pause } from './pause.js';
import { hasCode } from './problem-error.js';

export interface LoginGateDeps {
  backend: Pick<Backend, 'login'>;
  fence: () => number;
  /** Called when no log-in is left, with the wait until the next, ms; the gateway is to be left. */
  onSpent: (waitMs: number) => void;
  logger: Logger;
}

/**
 * Asked by the library before every log-in, also when it comes back by itself. The backend counts them, so that
 * neither a crash loop nor a second bot can pass 200 a day; at 1,000 Discord resets the token (F23, OWN-441).
 */
export class LoginGate implements IIdentifyThrottler {
  /** Discord takes one log-in in five seconds. */
  private readonly spacing = new SimpleIdentifyThrottler(1);

  constructor(private readonly deps: LoginGateDeps) {}

  /** Resolves when the log-in was counted. @throws when the line is closed meanwhile, and only then */
  async waitForIdentify(shardId: number, signal: AbortSignal): Promise<void> {
    await this.spacing.waitForIdentify(shardId, signal);
    const waitMs = await this.ask(signal);
    if (waitMs === 0) return;
    this.deps.onSpent(waitMs);
    // A refusal would make the library connect again at once, so it waits for the line to be closed.
    if (!signal.aborted) await once(signal, 'abort');
    signal.throwIfAborted();
  }

  /** A backend that is away is asked again: without its word nobody logs in. */
  private async ask(signal: AbortSignal): Promise<number> {
    const backoff = new Backoff({ firstMs: 500, maxMs: 5_000 });
    for (;;) {
      signal.throwIfAborted();
      try {
        return await this.deps.backend.login(this.deps.fence(), signal);
      } catch (error) {
        if (hasCode(error, 'FENCED')) return FENCED_WAIT_MS;
        this.deps.logger.warn('log-in not counted', { reason: reasonOf(error) });
      }
      await pause(backoff.next(), signal);
    }
  }
}

/** The lease went to another bot: what is left is to wait for it. */
const FENCED_WAIT_MS = 1_000;
