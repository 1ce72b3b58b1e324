import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  SECURITY_NOTICES,
  type SecurityNotice,
  type SecurityNoticeKind,
  type BrowserInfo,
} from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { idRow, sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { roomProjection } from '../../platform/outbox/projections.js';
import { getParser } from 'bowser';

/**
 * Number of notices of one kind that are stored per account. No kind counts against another, because somebody who
 * knows the password could otherwise push out a change by signing in.
 */
const KEPT_PER_KIND = 20;
/** Number of notices that an account can have at most. */
const MAX_NOTICES = KEPT_PER_KIND * SECURITY_NOTICES.length;

interface NoticeInput {
  userId: number;
  kind: SecurityNoticeKind;
  /** The browser in which the change was made. */
  userAgent: string | null;
}

const noticeRow = z.object({
  id: z.number(),
  userId: z.number(),
  kind: z.enum(SECURITY_NOTICES),
  userAgent: z.string().nullable(),
  createdAt: z.date(),
});
type NoticeRow = z.infer<typeof noticeRow>;

const COLUMNS = `id, user_id AS "userId", kind, user_agent AS "userAgent", created_at AS "createdAt"`;

/**
 * Notifies the owner of a change to the account's security, in the caller's transaction. Notices cannot be
 * deleted, because a thief with a stolen session would delete them.
 */
export async function notifyOwner(tx: Tx, { userId, kind, userAgent }: NoticeInput): Promise<void> {
  const rows = await sql(tx).rows(
    idRow,
    'INSERT INTO security_notices (user_id, kind, user_agent, created_at) VALUES ($1, $2, $3, now()) RETURNING id',
    [userId, kind, userAgent?.slice(0, 300) ?? null],
  );
  await sql(tx).run(
    `DELETE FROM security_notices WHERE user_id = $1 AND kind = $2 AND id <=
       (SELECT id FROM security_notices WHERE user_id = $1 AND kind = $2 ORDER BY id DESC OFFSET $3 LIMIT 1)`,
    [userId, kind, KEPT_PER_KIND],
  );
  const aggregateId = String(rows[0]?.id);
  appendEvent(tx, { type: 'notice.created', aggregate: 'notice', aggregateId, version: 1 });
}

/** Reads security notices, newest first. */
@Injectable()
export class SecurityNotices {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Lists the notices of an account: all, or the newest of those older than a given notice. */
  async listNotices(
    userId: number,
    { before, limit = MAX_NOTICES }: { before?: number; limit?: number } = {},
  ): Promise<SecurityNotice[]> {
    const rows = await sql(this.database).rows(
      noticeRow,
      `SELECT ${COLUMNS} FROM security_notices WHERE user_id = $1 AND ($3::bigint IS NULL OR id < $3)
        ORDER BY id DESC LIMIT $2`,
      [userId, limit, before ?? null],
    );
    return rows.map(toSecurityNotice);
  }
}

/** Sends a new security notice to its owner's room only. */
export const noticeRooms = roomProjection({
  aggregate: 'notice',
  keyOf: ({ aggregateId }) => Number(aggregateId),
  read: async (tx, ids) => {
    const select = `SELECT ${COLUMNS} FROM security_notices WHERE id = ANY($1)`;
    const rows = await sql(tx).rows(noticeRow, select, [ids]);
    return new Map(rows.map((row) => [row.id, row]));
  },
  messages: ({ userId, ...row }) => ({ version: 1, userId, user: toSecurityNotice(row) }),
});

function toSecurityNotice({ id, kind, userAgent, createdAt }: Omit<NoticeRow, 'userId'>): SecurityNotice {
  return { ...parseBrowserInfo(userAgent), id, kind, createdAt: createdAt.toISOString() };
}

const DEVICES: Readonly<Record<string, BrowserInfo['device']>> = {
  desktop: 'desktop',
  mobile: 'phone',
  tablet: 'tablet',
};
const UNKNOWN_BROWSER: BrowserInfo = { browser: null, system: null, device: 'unknown' };

/** Parses browser, system and device from a stored User-Agent header, such as Firefox, Windows, desktop. */
export function parseBrowserInfo(userAgent: string | null): BrowserInfo {
  if (userAgent === null || userAgent.trim() === '') return UNKNOWN_BROWSER;
  const { browser, os, platform } = getParser(userAgent).getResult();
  return {
    browser: browser.name || null,
    system: os.name || null,
    device: DEVICES[platform.type ?? ''] ?? 'unknown',
  };
}
