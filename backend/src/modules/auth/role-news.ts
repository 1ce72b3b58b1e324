import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { Subject } from 'rxjs';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Listener } from '../../infra/database/listener.js';

const CHANNEL = 'roles';
const news = z.object({
  from: z.string(),
  discordId: z.string(),
  staff: z.boolean(),
  ageMs: z.number().min(0),
});

/** What another process was told of a person by Discord, and how long ago it asked. */
export type RoleNewsItem = Pick<z.infer<typeof news>, 'discordId' | 'staff' | 'ageMs'>;

/** Passes Discord's answers about staff on to the other processes, so that one of them asks for all (OWN-447). */
@Injectable()
export class RoleNews {
  readonly heard = new Subject<RoleNewsItem>();
  private readonly logger = new Logger(RoleNews.name);
  private readonly id = randomUUID();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    listener: Listener,
  ) {
    listener.on(CHANNEL, (said) => this.hear(said));
  }

  /** Never throws: what is not heard is asked for, a moment later. */
  async tell(item: RoleNewsItem): Promise<void> {
    try {
      await this.database.query('SELECT pg_notify($1, $2)', [
        CHANNEL,
        JSON.stringify({ from: this.id, ...item }),
      ]);
    } catch (error) {
      this.logger.warn(`not told: ${String(error)}`);
    }
  }

  private hear(said: string): void {
    // An empty word says that the line is new.
    if (said === '') return;
    const parsed = news.safeParse(JSON.parse(said));
    if (parsed.success && parsed.data.from !== this.id) this.heard.next(parsed.data);
  }
}
