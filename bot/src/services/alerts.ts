import type { Backend } from '../core/backend.js';
import { reasonOf, type Logger } from '../core/logger.js';

/** Tells staff, by the error channel, what the bot can't mend itself. */
export class Alerts {
  constructor(
    private readonly backend: Pick<Backend, 'alert'>,
    private readonly logger: Logger,
  ) {}

  /** Never throws: a failed alert is logged, which is what is left. */
  async raise(title: string, detail: string): Promise<void> {
    this.logger.error(title, { detail });
    try {
      await this.backend.alert(title, detail);
    } catch (error) {
      this.logger.error('alert not delivered', { title, reason: reasonOf(error) });
    }
  }
}
