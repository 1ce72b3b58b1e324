import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { Subject } from 'rxjs';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { NotificationListener } from '../../platform/database/notification-listener.js';

const CHANNEL = 'roles';
const roleMessage = z.object({
  from: z.string(),
  discordId: z.string(),
  /** Ids of those of the person's roles that give rights. */
  roles: z.array(z.string()),
  ageMs: z.number().min(0),
});

/** Discord's answer about a person, received from another process, and its age. */
export type RoleUpdate = Pick<z.infer<typeof roleMessage>, 'discordId' | 'roles' | 'ageMs'>;

/** Publishes Discord's answers about staff to the other processes, so that only one process needs to ask. */
@Injectable()
export class RoleBroadcast {
  readonly received = new Subject<RoleUpdate>();
  private readonly logger = new Logger(RoleBroadcast.name);
  private readonly id = randomUUID();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    listener: NotificationListener,
  ) {
    listener.onNotification(CHANNEL, (payload) => this.receiveUpdate(payload));
  }

  /** Never throws: without the message, other processes ask Discord themselves a moment later. */
  async publishUpdate(update: RoleUpdate): Promise<void> {
    try {
      await sql(this.database).run('SELECT pg_notify($1, $2)', [
        CHANNEL,
        JSON.stringify({ from: this.id, ...update }),
      ]);
    } catch (error) {
      this.logger.warn(
        `Role update not published: ${String(error)}. Other processes ask Discord themselves.`,
      );
    }
  }

  private receiveUpdate(payload: string): void {
    // Ignores the empty payload, which the listener sends after a reconnect.
    if (payload === '') return;
    const parsed = roleMessage.safeParse(JSON.parse(payload));
    if (parsed.success && parsed.data.from !== this.id) this.received.next(parsed.data);
  }
}
