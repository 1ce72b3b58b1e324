import { failpoint } from '../failpoints.js';
import type { BotReport } from '@pax/contracts';
import { Backoff } from '../waits/backoff.js';
import { discordFailure } from './failure.js';
import type { Logger } from '../logger.js';
import { pause } from '../waits/pause.js';

export interface CommandRegistrationDeps {
  /** Replaces Discord's command list by the bot's. @returns whether the lists differed */
  register: () => Promise<boolean>;
  logger: Logger;
  /** Called when Discord rejects the token. */
  onUnauthorized: (reason: string) => void;
  /** Called when the report changed. */
  onChange: () => void;
}

/** Retries registering the commands until Discord accepts them, without holding up posts. */
export class CommandRegistration {
  private state: Pick<BotReport, 'commands' | 'commandsReason'> = { commands: 'pending' };
  private readonly backoff = new Backoff({ firstMs: 2_000, maxMs: 10 * 60_000 });

  constructor(private readonly deps: CommandRegistrationDeps) {}

  /** State of the registration, for the bot's report. */
  get report(): Pick<BotReport, 'commands' | 'commandsReason'> {
    return this.state;
  }

  /** Retries until it succeeds or the signal is aborted; never throws. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !(await this.try())) await pause(this.backoff.next(), signal);
  }

  private async try(): Promise<boolean> {
    const { register, logger, onUnauthorized, onChange } = this.deps;
    try {
      const changed = await register();
      failpoint('bot.listed');
      this.state = { commands: 'registered' };
      onChange();
      logger.info('commands registered', { changed });
      return true;
    } catch (error) {
      const failure = discordFailure(error);
      if (failure.kind === 'unauthorized') onUnauthorized(failure.reason);
      const reason = 'reason' in failure ? failure.reason : failure.kind;
      if (reason !== this.state.commandsReason) {
        logger.warn('commands not registered, tried again', { reason });
        this.state = { commands: 'failed', commandsReason: reason };
        onChange();
      }
      return false;
    }
  }
}
