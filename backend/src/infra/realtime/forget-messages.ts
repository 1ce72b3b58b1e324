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
/** Rows that one statement looks at: it should be short beside those of purchases. */
const BATCH = 5_000;

/**
 * Deletes messages of rooms that nobody can be given any more: those further behind than a client may resume, once
 * they are a week old. Without it the table of what was said would outgrow that of what was bought (OWN-291).
 */
@Injectable()
export class ForgetMessages implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop = new Loop(ForgetMessages.name, EVERY_MS, () => this.forget());
  private isStopping = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.role !== 'web') this.loop.start(FIRST_AFTER_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.loop.stop();
  }

  /** Deletes all that may go, room by room and from its beginning, so that no room ever has a gap. */
  async forget(): Promise<void> {
    const rooms: { room: string }[] = await this.database.query(
      'SELECT room FROM stream_rooms WHERE seq > $1 ORDER BY room',
      [RESUME_LIMIT],
    );
    for (const { room } of rooms)
      for (let gone = BATCH; gone === BATCH && !this.isStopping;) gone = await this.forgetSome(room);
  }

  /** Deletes the beginning of a room up to its first message that has to stay; one worker at a time. */
  private async forgetSome(room: string): Promise<number> {
    const [, gone]: [unknown, number] = await this.database.query(
      `WITH lock AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(hashtext('forget-messages')) AS held),
            first AS MATERIALIZED (
              SELECT m.seq, m.created_at >= now() - $4 * interval '1 millisecond' AS stays
                FROM stream_rooms r JOIN stream_messages m ON m.room = r.room AND m.seq <= r.seq - $2
               WHERE r.room = $1 AND (SELECT held FROM lock)
               ORDER BY m.seq LIMIT $3)
       DELETE FROM stream_messages
        WHERE room = $1 AND seq IN (SELECT seq FROM first)
          AND seq < coalesce((SELECT min(seq) FROM first WHERE stays), 'infinity'::float8)`,
      [room, RESUME_LIMIT, BATCH, KEPT_MS],
    );
    return gone;
  }
}
