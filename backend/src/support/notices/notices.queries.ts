import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { noticeContent, type ListQuery, type Notice } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql, Where } from '../../platform/database/sql.js';
import { parseIdCursor, readPageIds, requireSort } from '../../platform/lists/list-page.js';
import type { Page } from '../../platform/lists/send-page.js';
import { ShopError } from '../../platform/shop-error.js';

const noticeRow = z.object({
  id: z.number(),
  createdAt: z.date(),
  isRead: z.boolean(),
  content: noticeContent,
});

/** Reads the notices of an account, newest first. */
@Injectable()
export class NoticesQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * Reads one page of an account's notices: all, or the unread ones.
   * @throws ShopError VALIDATION for an unknown state, sort or cursor
   */
  async readPage(userId: number, { state, sort, cursor, limit }: ListQuery): Promise<Page<Notice>> {
    requireSort(sort, 'newest');
    if (state !== undefined && state !== '' && state !== 'unread')
      throw new ShopError('VALIDATION', 'state: this list knows only "unread"');
    const where = new Where();
    where.addCondition(`n.user_id = ${where.addParameter(userId)}`);
    if (state) where.addCondition('n.read_at IS NULL');
    const start = cursor === undefined ? undefined : parseIdCursor(cursor);
    const { ids, total, next } = await readPageIds(this.database, {
      from: 'notices n',
      id: 'n.id',
      where,
      ...(start !== undefined && { after: (page) => `n.id < ${page.addParameter(start)}::int8` }),
      orderBy: 'n.id DESC',
      limit,
    });
    const rows = await sql(this.database).rows(
      noticeRow,
      `SELECT id, created_at AS "createdAt", read_at IS NOT NULL AS "isRead", content
         FROM notices WHERE id = ANY($1::int[]) ORDER BY id DESC`,
      [ids],
    );
    const items = rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
    return { items, total, ...(next !== undefined && { next }) };
  }
}
