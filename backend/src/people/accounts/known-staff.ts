import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { sql } from '../../platform/database/sql.js';
import { RoleSource } from '../rights/role-source.js';

/**
 * Remembers which accounts were staff at Discord's last answer, so that their names stay protected after a
 * restart. The memory gives no right.
 */
@Injectable()
export class KnownStaff {
  private readonly logger = new Logger(KnownStaff.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    roles: RoleSource,
  ) {
    roles.answered.subscribe(({ discordId, isStaff }) => void this.recordAnswer(discordId, isStaff));
  }

  /** Never throws: a failed write is made up for at Discord's next answer. */
  private async recordAnswer(discordId: string, isStaff: boolean): Promise<void> {
    const statement = isStaff
      ? `INSERT INTO known_staff (user_id) SELECT id FROM users u WHERE discord_id = $1
          AND NOT EXISTS (SELECT FROM known_staff k WHERE k.user_id = u.id) ON CONFLICT DO NOTHING`
      : 'DELETE FROM known_staff k USING users u WHERE u.id = k.user_id AND u.discord_id = $1';
    try {
      await sql(this.database).run(statement, [discordId]);
    } catch (error) {
      this.logger.warn(
        `Could not note who is staff: ${String(error)}. The next answer from Discord is noted again.`,
      );
    }
  }
}
