import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../settings.js';

/**
 * Reports answers and messages that break their contract: by an error in development and tests, by a log line in
 * production.
 */
@Injectable()
export class ContractBreaches {
  private readonly logger = new Logger(ContractBreaches.name);
  /** Number of breaches since the start, shown in the metrics. */
  count = 0;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /**
   * Logs and counts a breach in production.
   * @throws Error in development and tests
   */
  reportBreach(message: string): void {
    if (!this.settings.isProduction) throw new Error(message);
    this.count += 1;
    this.logger.warn(`${message}. Correct it or its definition.`);
  }
}
