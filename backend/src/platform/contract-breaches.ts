import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../settings.js';

/** Differences between what leaves the server and its definition: errors in development and tests. */
@Injectable()
export class ContractBreaches {
  private readonly logger = new Logger(ContractBreaches.name);
  /** Differences since the start; the metrics show them. */
  count = 0;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** Logs and counts in production. @throws Error elsewhere */
  report(message: string): void {
    if (!this.settings.isProduction) throw new Error(message);
    this.count += 1;
    this.logger.warn(`${message}. Correct it or its definition.`);
  }
}
