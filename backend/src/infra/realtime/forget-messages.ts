import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { RESUME_LIMIT } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { SETTINGS, type Settings } from '../../settings.js';
import { Loop } from '../loops/loop.js';

const EVERY_MS = 60 * 60_000;
/** A start should serve people first, ms. */
const FIRST_AFTER_MS = 10 * 60_000;
/** So long messages stay for those who look into what was said, ms. */
const KEPT_MS = 7 * 24 * 60 * 60_000;
/** Rows of one statement: it should be short beside those of purchases. */
const BATCH = 5_000;

/**
 * Deletes messages of rooms that nobody can be given any more: those further behind than a client may resume, once
 * they are a week old. Without it the table of what was said would outgrow that of what was bought (OWN-291).
 */
@Injectable()
export class ForgetMessages implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop = new Loop(ForgetMessages.name, EVERY_MS, () => this.forget());

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.role !== 'web') this.loop.start(FIRST_AFTER_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Deletes all that may go, the oldest first, so that no room ever has a gap; one worker at a time. */
  async forget(): Promise<void> {
    for (let gone = BATCH; gone === BATCH;) gone = await this.forgetSome();
  }

  private async forgetSome(): Promise<number> {
    const [, gone]: [unknown, number] = await this.database.query(
      `WITH lock AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(hashtext('forget-messages')) AS held),
            old AS MATERIALIZED (
              SELECT m.room, m.seq FROM stream_rooms r JOIN stream_messages m ON m.room = r.room AND m.seq <= r.seq - $1
               WHERE r.seq > $1 AND m.created_at < now() - $2 * interval '1 millisecond' AND (SELECT held FROM lock)
               ORDER BY m.room, m.seq LIMIT $3)
       DELETE FROM stream_messages m USING old WHERE m.room = old.room AND m.seq = old.seq`,
      [RESUME_LIMIT, KEPT_MS, BATCH],
    );
    return gone;
  }
}
