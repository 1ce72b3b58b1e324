import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  ORDER_MARKS,
  ORDER_NOTICES,
  TIMELINE_LENGTH,
  CHANNELS,
  SEND_STATES,
  formatCentsAsDecimal,
  orderStatus,
  postTypesFor,
  type OrderTimelineEntry,
  type RightsHolder,
} from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { buildMessageLink } from '../../platform/discord/message-link.js';
import { sql } from '../../platform/database/sql.js';
import { ShopError } from '../../platform/shop-error.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { SETTINGS, type Settings } from '../../settings.js';

const sendState = z.enum(SEND_STATES);
const stepsRow = z.object({
  checkoutId: z.number().nullable(),
  ref: z.string().nullable(),
  placed: z.date(),
  paid: z.date().nullable(),
  overdue: z.date().nullable(),
  received: z.date().nullable(),
});
type Steps = z.infer<typeof stepsRow>;
const statusRow = z.object({
  version: z.number(),
  from: orderStatus,
  to: orderStatus,
  isUndo: z.boolean(),
  actor: z.string(),
  at: z.date(),
  reason: z.string().nullable(),
});
const actRow = z.object({
  id: z.number(),
  action: z.string(),
  actor: z.string(),
  at: z.date(),
  reason: z.string().nullable(),
});
const refundRow = z.object({
  id: z.number(),
  cents: z.number(),
  state: z.enum(['requested', 'manual', 'done']),
  at: z.date(),
});
const disputeRow = z.object({
  id: z.number(),
  cents: z.number(),
  state: z.enum(['open', 'won', 'lost']),
  at: z.date(),
});
const postRow = z.object({
  id: z.number(),
  channel: z.enum(CHANNELS),
  state: sendState,
  at: z.date(),
  channelId: z.string().nullable(),
  messageId: z.string().nullable(),
});
const noticeRow = z.object({
  id: z.number(),
  notice: z.enum(ORDER_NOTICES),
  at: z.date(),
  direct: sendState.nullable(),
  mail: sendState.nullable(),
  push: sendState.nullable(),
});
const receiptRow = z.object({ id: z.number(), at: z.date(), state: sendState });

/** SQL: the state of a message, from the state of its row. */
const sendStateSql = (state: string): string =>
  `CASE WHEN ${state} = 'sent' THEN 'sent'
        WHEN ${state} IN ('pending', 'claimed', 'registered', 'waiting', 'sending') THEN 'waiting'
        WHEN ${state} IS NOT NULL THEN 'dropped' END`;

const STEPS = `
  SELECT o.checkout_id AS "checkoutId", c.ref, coalesce(c.created_at, o.created_at) AS placed, c.paid_at AS paid,
         o.overdue_at AS overdue, o.received_at AS received
    FROM orders o LEFT JOIN checkouts c ON c.id = o.checkout_id WHERE o.id = $1`;

// Reason and audit belong to the change that the same transaction recorded, which gives all rows one time.
const STATUSES = `
  SELECT h.version, h.from_status AS "from", h.to_status AS "to", h.actor, h.created_at AS at, r.text AS reason,
         EXISTS (SELECT FROM audit_log u WHERE u.subject = 'order:' || $1::int AND u.created_at = h.created_at
                    AND u.detail ? 'undone') AS "isUndo"
    FROM order_history h
    LEFT JOIN (order_reasons r JOIN audit_log a ON a.id = r.audit_id)
      ON r.order_id = h.order_id AND a.created_at = h.created_at AND a.actor = h.actor
   WHERE h.order_id = $1 AND h.from_status IS NOT NULL ORDER BY h.version DESC LIMIT ${TIMELINE_LENGTH}`;

const ACTS = `
  SELECT a.id, a.action, a.actor, a.created_at AS at, r.text AS reason
    FROM audit_log a LEFT JOIN order_reasons r ON r.audit_id = a.id
   WHERE a.subject = 'order:' || $1::int AND a.action IN ('order.refund', 'order.confirm-payment')
   ORDER BY a.id DESC LIMIT ${TIMELINE_LENGTH}`;

const REFUNDS = `
  SELECT id, amount_cents AS cents, state, coalesce(done_at, created_at) AS at
    FROM refunds WHERE order_id = $1 ORDER BY id DESC LIMIT ${TIMELINE_LENGTH}`;

const DISPUTES = `
  SELECT d.id, d.amount_cents AS cents, step.state, step.at
    FROM payments p JOIN disputes d ON d.payment_id = p.id
    CROSS JOIN LATERAL (VALUES ('open', d.created_at), (d.state, d.closed_at)) AS step (state, at)
   WHERE p.checkout_id = $1 AND p.state = 'settled' AND step.at IS NOT NULL
   ORDER BY d.id DESC LIMIT ${TIMELINE_LENGTH}`;

const POSTS = `
  SELECT s.id, s.channel, ${sendStateSql('s.state')} AS state, coalesce(b.sent_at, s.created_at) AS at,
         b.channel_id AS "channelId", CASE WHEN NOT b.gone THEN b.message_id END AS "messageId"
    FROM posts s LEFT JOIN post_batches b ON b.id = s.batch_id
   WHERE s.order_id = $1 AND ($2::text[] IS NULL OR s.type = ANY($2))
   ORDER BY s.id DESC LIMIT ${TIMELINE_LENGTH}`;

/** SQL: what a notice is about, as the index `notices_about` has it: an order's id or a checkout's reference. */
const NOTICE_ABOUT = `coalesce(n.content #>> '{order,id}', n.content ->> 'orderId', n.content ->> 'checkout')`;

const NOTICES = `
  SELECT n.id, n.kind AS notice, n.created_at AS at, ${sendStateSql('d.state')} AS direct,
         ${sendStateSql('m.state')} AS mail,
         (SELECT max(${sendStateSql('p.state')}) FROM push_sends p WHERE p.notice_id = n.id) AS push
    FROM notices n
    LEFT JOIN direct_messages d ON d.event_id = n.event_id AND d.user_id = n.user_id
    LEFT JOIN mails m ON m.kind = 'notice' AND m.about = 'n' || n.id
   WHERE ${NOTICE_ABOUT} = ANY($1::text[]) AND n.user_id = (SELECT user_id FROM orders WHERE id = $2)
   ORDER BY n.id DESC LIMIT ${TIMELINE_LENGTH}`;

const RECEIPTS = `
  SELECT id, coalesce(ended_at, created_at) AS at, ${sendStateSql('state')} AS state
    FROM mails WHERE kind = 'receipt' AND about = $1`;

/** Reads what happened to an order, for staff. */
@Injectable()
export class OrderTimelineQueries {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly accounts: AccountsQueries,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Lists what happened to an order, newest first.
   * @throws ShopError NOT_FOUND for an unknown order
   */
  async readTimeline(orderId: number, holder: RightsHolder): Promise<OrderTimelineEntry[]> {
    const steps = await sql(this.database).first(stepsRow, STEPS, [orderId]);
    if (!steps) throw new ShopError('NOT_FOUND', 'There is no such order.');
    const parts = await Promise.all([
      this.readActs(orderId),
      this.readMoney(orderId, steps),
      this.readPosts(orderId, holder),
      this.readNotices(orderId, steps),
    ]);
    const entries = [...listMarks(steps), ...parts.flat()];
    return entries.toSorted((one, other) => one.at.localeCompare(other.at)).toReversed();
  }

  private async readActs(orderId: number): Promise<OrderTimelineEntry[]> {
    const statuses = await sql(this.database).rows(statusRow, STATUSES, [orderId]);
    const acts = await sql(this.database).rows(actRow, ACTS, [orderId]);
    const names = await this.accounts.readActorNames([...statuses, ...acts].map(({ actor }) => actor));
    const whoAndWhy = ({ actor, at, reason }: Pick<z.infer<typeof actRow>, 'actor' | 'at' | 'reason'>) => ({
      at: at.toISOString(),
      actor: names.get(actor) ?? actor,
      ...(reason !== null && { reason }),
    });
    return [
      ...statuses.map(({ version, from, to, isUndo, ...row }): OrderTimelineEntry => ({
        id: `status-${version}`,
        kind: 'status',
        from,
        to,
        isUndo,
        ...whoAndWhy(row),
      })),
      ...acts.map(({ id, action, ...row }): OrderTimelineEntry => ({
        id: `act-${id}`,
        kind: 'act',
        action,
        ...whoAndWhy(row),
      })),
    ];
  }

  private async readMoney(orderId: number, { checkoutId }: Steps): Promise<OrderTimelineEntry[]> {
    const refunds = await sql(this.database).rows(refundRow, REFUNDS, [orderId]);
    const disputes =
      checkoutId === null ? [] : await sql(this.database).rows(disputeRow, DISPUTES, [checkoutId]);
    return [
      ...refunds.map(({ id, cents, state, at }): OrderTimelineEntry => ({
        id: `refund-${id}`,
        kind: 'refund',
        at: at.toISOString(),
        amount: formatCentsAsDecimal(cents),
        state,
      })),
      ...disputes.map(({ id, cents, state, at }): OrderTimelineEntry => ({
        id: `dispute-${id}-${state}`,
        kind: 'dispute',
        at: at.toISOString(),
        amount: formatCentsAsDecimal(cents),
        state,
      })),
    ];
  }

  private async readPosts(orderId: number, holder: RightsHolder): Promise<OrderTimelineEntry[]> {
    const { webUrl, guildId, channels } = this.settings.discord;
    const posts = await sql(this.database).rows(postRow, POSTS, [orderId, postTypesFor(holder)]);
    return posts.map(({ id, channel, state, at, channelId, messageId }) => ({
      id: `post-${id}`,
      kind: 'post',
      at: at.toISOString(),
      channel,
      state,
      link: buildMessageLink(webUrl, { guildId, channelId: channelId ?? channels[channel], messageId }),
    }));
  }

  private async readNotices(orderId: number, { ref }: Steps): Promise<OrderTimelineEntry[]> {
    const about = [String(orderId), ...(ref === null ? [] : [ref])];
    const notices = await sql(this.database).rows(noticeRow, NOTICES, [about, orderId]);
    const receipts = ref === null ? [] : await sql(this.database).rows(receiptRow, RECEIPTS, [ref]);
    return [
      ...notices.map(({ id, notice, at, direct, mail, push }): OrderTimelineEntry => ({
        id: `notice-${id}`,
        kind: 'notice',
        at: at.toISOString(),
        notice,
        ways: { ...(direct && { direct }), ...(mail && { mail }), ...(push && { push }) },
      })),
      ...receipts.map(({ id, at, state }): OrderTimelineEntry => ({
        id: `receipt-${id}`,
        kind: 'receipt',
        at: at.toISOString(),
        state,
      })),
    ];
  }
}

const listMarks = (steps: Steps): OrderTimelineEntry[] =>
  ORDER_MARKS.flatMap((mark) => {
    const at = steps[mark]?.toISOString();
    return at === undefined ? [] : { id: `mark-${mark}`, kind: 'mark', at, mark };
  });
