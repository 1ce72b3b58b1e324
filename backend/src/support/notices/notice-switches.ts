import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  noticeDefinition,
  noticeSwitch,
  type NoticeSwitch,
  type NoticeWay,
  type SetNoticeSwitchRequest,
} from '@pax/contracts';
import { DataSource } from 'typeorm';
import { sql } from '../../platform/database/sql.js';
import { ShopError } from '../../platform/shop-error.js';

/**
 * Makes SQL that tells whether an account switched off a way for a kind of notice.
 * @param user SQL of the account's id
 * @param kind SQL of the kind; false where it is null
 */
export const isSwitchedOffSql = (user: string, { way, kind }: { way: NoticeWay; kind: string }): string =>
  `EXISTS (SELECT FROM notice_switches s WHERE s.user_id = ${user} AND s.way = '${way}' AND s.kind = ${kind})`;

/** The ways that people switched off for kinds of notices. */
@Injectable()
export class NoticeSwitches {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Lists what an account switched off. */
  list(userId: number): Promise<NoticeSwitch[]> {
    return sql(this.database).rows(
      noticeSwitch,
      'SELECT kind, way FROM notice_switches WHERE user_id = $1 ORDER BY kind, way',
      [userId],
    );
  }

  /**
   * Switches a way of a kind on or off; repeating it changes nothing.
   * @throws ShopError VALIDATION for a way that the kind does not take
   */
  async set(userId: number, { kind, way, isOn }: SetNoticeSwitchRequest): Promise<void> {
    if (!noticeDefinition(kind).ways.includes(way))
      throw new ShopError('VALIDATION', `way: notices of the kind ${kind} do not take it`);
    await sql(this.database).run(
      isOn
        ? 'DELETE FROM notice_switches WHERE user_id = $1 AND way = $2 AND kind = $3'
        : 'INSERT INTO notice_switches (user_id, way, kind) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [userId, way, kind],
    );
  }
}
