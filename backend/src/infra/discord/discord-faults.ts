import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Transactions } from '../database/transaction.js';
import { raiseAlert } from '../outbox/alert.js';
import type { SetupProblem } from './discord-errors.js';

const WORDS: Record<SetupProblem, { title: string; todo: string }> = {
  GUILD_UNKNOWN: {
    title: 'Discord does not know the server of the shop',
    todo: 'Check DISCORD_GUILD_ID and that the bot is a member of that server.',
  },
  TOKEN_REFUSED: { title: 'Discord refuses the token of the shop', todo: 'Check DISCORD_TOKEN.' },
  BOT_GUILD_UNKNOWN: {
    title: 'The bot is no member of the server in its settings',
    todo: 'Check DISCORD_GUILD_ID of the bot and invite it to that server.',
  },
};

/** What is wrong with the set-up at Discord: told to the error channel once, however many calls and processes meet it. */
@Injectable()
export class DiscordFaults {
  private readonly logger = new Logger(DiscordFaults.name);
  /** What this process wrote last, so that the thousandth call costs no statement. */
  private readonly written = new Map<SetupProblem, boolean>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Notes a problem; the first to do so raises the alert. Never throws. */
  async note(problem: SetupProblem, detail: string): Promise<void> {
    await this.write(problem, true, () =>
      this.transactions.run(async (tx) => {
        const isNew: unknown[] = await tx.query(
          'INSERT INTO discord_faults (problem) VALUES ($1) ON CONFLICT DO NOTHING RETURNING problem',
          [problem],
        );
        const { title, todo } = WORDS[problem];
        if (isNew.length > 0) raiseAlert(tx, { kind: 'failure', title, detail: `${detail}. ${todo}` });
      }),
    );
  }

  /** Notes that a problem is gone, so that its next occurrence is told again. Never throws. */
  async clear(problem: SetupProblem): Promise<void> {
    await this.write(problem, false, () =>
      this.database.query('DELETE FROM discord_faults WHERE problem = $1', [problem]),
    );
  }

  /** Whether any is noted, by whichever process. */
  async any(): Promise<boolean> {
    const rows: unknown[] = await this.database.query('SELECT 1 FROM discord_faults LIMIT 1');
    return rows.length > 0;
  }

  /** Makes the next word of this process count whatever it said before; another one may have died meanwhile. */
  forget(): void {
    this.written.clear();
  }

  private async write(problem: SetupProblem, isThere: boolean, save: () => Promise<unknown>): Promise<void> {
    if (this.written.get(problem) === isThere) return;
    this.written.set(problem, isThere);
    try {
      await save();
    } catch (error) {
      this.written.delete(problem);
      this.logger.warn(`${problem} was not noted: ${String(error)}`);
    }
  }
}
