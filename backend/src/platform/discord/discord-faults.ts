import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { sql } from '../database/sql.js';
import { Transactions } from '../database/transaction.js';
import { raiseAlert } from '../outbox/alerts.js';
import type { SetupProblem } from './discord-errors.js';

type KnownProblem = SetupProblem | 'DISCORD_AWAY';

const ALERT_TEXTS: Record<SetupProblem, { title: string; nextStep: string }> = {
  GUILD_UNKNOWN: {
    title: 'Discord does not know the server of the shop',
    nextStep: 'Check DISCORD_GUILD_ID and that the bot is a member of that server.',
  },
  TOKEN_REFUSED: { title: 'Discord refuses the token of the shop', nextStep: 'Check DISCORD_TOKEN.' },
  BOT_GUILD_UNKNOWN: {
    title: 'The bot is no member of the server in its settings',
    nextStep: 'Check DISCORD_GUILD_ID of the bot and invite it to that server.',
  },
};

/**
 * Records faults of the Discord set-up. Each fault raises one alert, however many calls and processes notice it.
 */
@Injectable()
export class DiscordFaults {
  private readonly logger = new Logger(DiscordFaults.name);
  /** The last written state of each problem, so that a repeat needs no statement. */
  private readonly written = new Map<KnownProblem, boolean>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Records a problem of the set-up; the first record raises an alert. Never throws. */
  async recordProblem(problem: SetupProblem, detail: string): Promise<void> {
    await this.writeState(problem, true, () =>
      this.transactions.run(async (tx) => {
        const isNew = await sql(tx).exists(
          'INSERT INTO discord_faults (problem) VALUES ($1) ON CONFLICT DO NOTHING RETURNING problem',
          [problem],
        );
        const { title, nextStep } = ALERT_TEXTS[problem];
        if (isNew) raiseAlert(tx, { kind: 'failure', title, detail: `${detail}. ${nextStep}` });
      }),
    );
  }

  /**
   * Records for the health check that Discord did not answer. Raises no alert, because Discord could not show it.
   */
  async recordUnavailable(): Promise<void> {
    await this.writeState('DISCORD_AWAY', true, () =>
      sql(this.database).run(
        `INSERT INTO discord_faults (problem) VALUES ('DISCORD_AWAY') ON CONFLICT DO NOTHING`,
      ),
    );
  }

  /** Clears a recorded problem, so that its next occurrence raises an alert again. Never throws. */
  async clearProblem(problem: KnownProblem): Promise<void> {
    await this.writeState(problem, false, () =>
      sql(this.database).run('DELETE FROM discord_faults WHERE problem = $1', [problem]),
    );
  }

  /** Tells whether any process has a problem recorded. */
  async hasAnyProblem(): Promise<boolean> {
    return sql(this.database).exists('SELECT 1 FROM discord_faults LIMIT 1');
  }

  /**
   * Clears the cache, so that this process writes its next state again, because another process may have stored
   * another state and ended since.
   */
  resetCache(): void {
    this.written.clear();
  }

  private async writeState(
    problem: KnownProblem,
    isPresent: boolean,
    save: () => Promise<unknown>,
  ): Promise<void> {
    if (this.written.get(problem) === isPresent) return;
    this.written.set(problem, isPresent);
    try {
      await save();
    } catch (error) {
      this.written.delete(problem);
      this.logger.warn(`State of ${problem} not stored: ${String(error)}. The next call stores it.`);
    }
  }
}
