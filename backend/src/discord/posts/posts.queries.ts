import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  CHANNELS,
  POST_STATES,
  postTypesFor,
  type AdminPost,
  type ListQuery,
  type RightsHolder,
} from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { parseIdCursor, requireSort } from '../../platform/lists/list-page.js';
import type { Page } from '../../platform/lists/send-page.js';
import { parseInput } from '../../platform/http/zod.pipe.js';
import { countRow, sql } from '../../platform/database/sql.js';
import { buildMessageLink } from '../../platform/discord/message-link.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { postRow } from './batch-rows.js';

const statesFilter = z.array(z.enum(POST_STATES));

/** A post with the message that contains it, or that contains the post in which it was counted. */
export const adminPostRow = postRow.extend({
  channel: z.enum(CHANNELS),
  state: z.enum(POST_STATES),
  counted_in: z.number().nullable(),
  parked_reason: z.string().nullable(),
  resend_of: z.number().nullable(),
  message_id: z.string().nullable(),
  channel_id: z.string().nullable(),
  sent_at: z.date().nullable(),
});
const SELECT = `SELECT p.*, CASE WHEN b.gone THEN NULL ELSE b.message_id END AS message_id, b.channel_id, b.sent_at
  FROM posts p LEFT JOIN posts k ON k.id = p.counted_in
  LEFT JOIN post_batches b ON b.id = COALESCE(k.batch_id, p.batch_id)`;
const WHERE = `WHERE ($1::text[] IS NULL OR p.state = ANY($1))
  AND ($4::text[] IS NULL OR p.type = ANY($4))
  AND ($2::text IS NULL OR p.order_id::text = ltrim($2, '#') OR p.type ILIKE $3 OR p.channel ILIKE $3 OR p.content::text ILIKE $3)`;

/** Reads Discord posts for the admin panel. */
@Injectable()
export class PostsQueries {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Lists the posts that the reader may see, newest first.
   * @throws ShopError VALIDATION for an unknown state, sort or cursor
   */
  async readPage(
    holder: RightsHolder,
    { q, state, sort, cursor, limit }: ListQuery,
  ): Promise<Page<AdminPost>> {
    requireSort(sort, 'newest');
    const states = state === undefined ? null : parseInput(statesFilter, state.split(','));
    const before = cursor === undefined ? null : parseIdCursor(cursor);
    const pattern = q ? `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;
    const filter = [states, q || null, pattern, postTypesFor(holder)];
    const rows = await sql(this.database).rows(
      adminPostRow,
      `${SELECT} ${WHERE} AND ($5::int8 IS NULL OR p.id < $5) ORDER BY p.id DESC LIMIT $6`,
      [...filter, before, limit + 1],
    );
    const counted = await sql(this.database).first(
      countRow,
      `SELECT count(*)::int AS n FROM posts p ${WHERE}`,
      filter,
    );
    const shown = rows.slice(0, limit);
    return {
      items: shown.map((row) => this.toAdminPost(row)),
      total: counted?.n ?? 0,
      next: rows.length > limit ? String(shown.at(-1)?.id) : undefined,
    };
  }

  async readPost(id: number): Promise<AdminPost | undefined> {
    const row = await sql(this.database).first(adminPostRow, `${SELECT} WHERE p.id = $1`, [id]);
    return row && this.toAdminPost(row);
  }

  /** Finds the first post of an event. */
  async findByEvent(eventId: string): Promise<AdminPost | undefined> {
    const row = await sql(this.database).first(
      adminPostRow,
      `${SELECT} WHERE p.event_id = $1 AND p.resend_of IS NULL ORDER BY p.id LIMIT 1`,
      [eventId],
    );
    return row && this.toAdminPost(row);
  }

  private toAdminPost(row: z.infer<typeof adminPostRow>): AdminPost {
    return {
      id: row.id,
      eventId: row.event_id,
      type: row.type,
      occurredAt: row.occurred_at.toISOString(),
      content: row.content,
      channel: row.channel,
      state: row.state,
      orderId: row.order_id,
      link: this.messageLinkOf(row),
      sentAt: row.sent_at?.toISOString() ?? null,
      countedIn: row.counted_in,
      parkedReason: row.state === 'parked' ? row.parked_reason : null,
      resendOf: row.resend_of,
    };
  }

  private messageLinkOf(row: z.infer<typeof adminPostRow>): string | null {
    const { webUrl, guildId, channels } = this.settings.discord;
    const channelId = row.channel_id ?? channels[row.channel];
    return buildMessageLink(webUrl, { guildId, channelId, messageId: row.message_id });
  }
}
