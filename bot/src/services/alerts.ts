import type { Backend } from '../core/backend.js';
import { reasonOf, type Logger } from '../core/logger.js';

/** Raises alerts in the error channel for failures that need a person. */
export class Alerts {
  constructor(
    private readonly backend: Pick<Backend, 'alert'>,
    private readonly logger: Logger,
  ) {}

  /** Never throws; an alert that cannot be delivered is logged. */
  async raise(title: string, detail: string): Promise<void> {
    this.logger.error(title, { detail });
    try {
      await this.backend.alert(title, detail);
    } catch (error) {
      this.logger.error('alert not delivered', { title, reason: reasonOf(error) });
    }
  }
}
