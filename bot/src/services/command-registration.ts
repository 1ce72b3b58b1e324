import type { BotReport } from '@pax/contracts';
import { Backoff } from '../core/backoff.js';
import { discordFailure } from '../core/discord-failure.js';
import type { Logger } from '../core/logger.js';
import { pause } from '../core/pause.js';

export interface CommandRegistrationDeps {
  /** Brings Discord's list to ours. @returns whether it had to be changed */
  register: () => Promise<boolean>;
  logger: Logger;
  /** Called when Discord takes the token no longer. */
  onUnauthorized: (reason: string) => void;
  /** Called when there is something new to report. */
  onChange: () => void;
}

/** Registers the commands until Discord took them; meanwhile posts go out, and the status page says so (OWN-442). */
export class CommandRegistration {
  private state: Pick<BotReport, 'commands' | 'commandsReason'> = { commands: 'pending' };
  private readonly backoff = new Backoff({ firstMs: 2_000, maxMs: 10 * 60_000 });

  constructor(private readonly deps: CommandRegistrationDeps) {}

  /** For the bot's report. */
  get report(): Pick<BotReport, 'commands' | 'commandsReason'> {
    return this.state;
  }

  /** Tries until it worked or the signal is aborted; never throws. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !(await this.try())) await pause(this.backoff.next(), signal);
  }

  private async try(): Promise<boolean> {
    const { register, logger, onUnauthorized, onChange } = this.deps;
    try {
      const changed = await register();
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
