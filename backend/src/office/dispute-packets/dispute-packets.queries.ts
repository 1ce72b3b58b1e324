import { Inject, Injectable } from '@nestjs/common';
import { disputePacketAnswer, type DisputePacketAnswer, CONSENT_TEXTS } from '@pax/contracts';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/shop-error.js';
import { sql } from '../../platform/database/sql.js';
import { buildMessageLink } from '../../platform/discord/message-link.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { PurchaseOrigins } from '../../shop/evidence/purchase-origins.js';

/** Age range in days of earlier undisputed purchases that card networks accept as evidence. */
const EARLIEST_DAYS = 365;
const LATEST_DAYS = 120;
/** Limit of earlier purchases in a dispute packet; card networks ask for two. */
const MAX_EARLIER = 10;

/** Limit of support tickets in a dispute packet; the first ones after the purchase are listed. */
const MAX_TICKETS = 20;

const packetRow = z.object({ id: z.number(), packet: z.unknown() });
const { posts, messages, consent } = disputePacketAnswer.shape;
const content = z.unknown();
const messagePlace = { messageId: z.string().nullable(), channelId: z.string().nullable() };
/** The dispute packet as read from the database; texts and links are added later. */
const packet = disputePacketAnswer.omit({ origin: true }).extend({
  consent: consent.omit({ texts: true }),
  posts: z.array(posts.element.omit({ link: true }).extend({ content, ...messagePlace })),
  messages: z.array(messages.element.omit({ link: true }).extend({ content, ...messagePlace })),
});

/** SQL: an amount in cents, formatted as a decimal string for the API. */
const moneySql = (cents: string): string => `to_char(${cents} / 100.0, 'FM999999990.00')`;
/** SQL: a time, formatted as an ISO string for the API. */
const timeSql = (at: string): string => `to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const jsonListSql = (items: string): string => `coalesce((${items}), '[]')`;

const PACKET = `
  SELECT c.id, jsonb_build_object(
    'checkout', c.ref, 'state', c.state, 'method', c.method, 'total', ${moneySql('c.total_cents')},
    'refunded', ${moneySql('c.refunded_cents')}, 'placedAt', ${timeSql('c.created_at')}, 'paidAt', ${timeSql('c.paid_at')},
    'inGameName', c.game_name, 'discordName', c.discord_name, 'quote', c.quote,
    'consent', jsonb_build_object('at', ${timeSql('c.consent_at')}, 'version', c.consent_version),
    'payments', ${jsonListSql(`SELECT jsonb_agg(jsonb_build_object('provider', p.provider, 'reference', p.provider_ref,
      'amount', ${moneySql('p.amount_cents')}) ORDER BY p.id) FROM payments p WHERE p.checkout_id = c.id`)},
    'disputes', ${jsonListSql(`SELECT jsonb_agg(jsonb_build_object('reference', d.provider_ref, 'amount', ${moneySql('d.amount_cents')},
      'state', d.state, 'openedAt', ${timeSql('d.created_at')}, 'closedAt', ${timeSql('d.closed_at')}) ORDER BY d.id)
      FROM disputes d JOIN payments p ON p.id = d.payment_id WHERE p.checkout_id = c.id`)},
    'account', jsonb_build_object('id', u.id, 'username', u.username, 'createdAt', ${timeSql('u.created_at')},
      'discordId', u.discord_id, 'discordName', u.discord_username, 'discordLinkedAt', ${timeSql('u.discord_linked_at')}),
    'orders', ${jsonListSql(`SELECT jsonb_agg(jsonb_build_object('id', o.id, 'productName', o.product_name, 'quantity', o.quantity,
      'status', o.status, 'receivedAt', ${timeSql('o.received_at')}, 'history', ${jsonListSql(`SELECT jsonb_agg(jsonb_build_object('at', ${timeSql('h.created_at')},
        'from', h.from_status, 'to', h.to_status, 'actor', h.actor, 'actorName', a.username) ORDER BY h.version)
        FROM order_history h LEFT JOIN users a ON a.id = substring(h.actor FROM '^user:([0-9]+)$')::int WHERE h.order_id = o.id`)}) ORDER BY o.id)
      FROM orders o WHERE o.checkout_id = c.id`)},
    'posts', ${jsonListSql(`SELECT jsonb_agg(jsonb_build_object('orderId', s.order_id, 'type', s.type, 'channel', s.channel,
      'content', s.content, 'messageId', b.message_id, 'channelId', b.channel_id, 'sentAt', ${timeSql('b.sent_at')}) ORDER BY s.id)
      FROM posts s JOIN orders o ON o.id = s.order_id LEFT JOIN post_batches b ON b.id = s.batch_id
      WHERE o.checkout_id = c.id`)},
    'messages', ${jsonListSql(`SELECT jsonb_agg(jsonb_build_object('topic', m.topic,
      'status', coalesce(m.content #>> '{order,status}', m.content ->> 'kind'), 'sentAt', ${timeSql('m.ended_at')},
      'content', m.content, 'messageId', m.message_id, 'channelId', p.channel_id) ORDER BY m.id)
      FROM direct_messages m LEFT JOIN discord_people p ON p.discord_id = m.discord_id WHERE m.user_id = c.user_id AND m.state = 'sent' AND m.topic IN (
        SELECT 'checkout:' || c.ref UNION ALL SELECT 'order:' || o.id FROM orders o WHERE o.checkout_id = c.id)`)},
    'tickets', ${jsonListSql(`SELECT jsonb_agg(entry ORDER BY id) FROM (
      SELECT t.id, jsonb_build_object('id', t.id, 'sentAt', ${timeSql('t.created_at')}, 'subject', t.subject,
        'message', t.message, 'response', t.response, 'endedAt', ${timeSql('t.ended_at')}) AS entry
      FROM tickets t WHERE t.user_id = c.user_id AND t.created_at >= c.created_at
      ORDER BY t.id LIMIT ${MAX_TICKETS}) AS written`)},
    'earlier', ${jsonListSql(`SELECT jsonb_agg(entry ORDER BY paid_at DESC) FROM (
      SELECT e.paid_at, jsonb_build_object('checkout', e.ref, 'paidAt', ${timeSql('e.paid_at')},
        'total', ${moneySql('e.total_cents')},
        'goods', (SELECT string_agg(o.quantity || ' × ' || o.product_name, ', ' ORDER BY o.id)
                    FROM orders o WHERE o.checkout_id = e.id),
        'deliveredAt', ${timeSql('(SELECT max(o.completed_at) FROM orders o WHERE o.checkout_id = e.id)')},
        'sameAddress', coalesce(x.address_hash = y.address_hash, false),
        'sameUserAgent', coalesce(x.user_agent = y.user_agent, false)) AS entry
      FROM checkouts e LEFT JOIN purchase_evidence x ON x.checkout_id = e.id
        LEFT JOIN purchase_evidence y ON y.checkout_id = c.id
      WHERE e.user_id = c.user_id AND e.id <> c.id AND e.state = 'paid'
        AND NOT EXISTS (SELECT FROM disputes d JOIN payments p ON p.id = d.payment_id WHERE p.checkout_id = e.id)
        AND e.paid_at BETWEEN disputed.at - interval '${EARLIEST_DAYS} days' AND disputed.at - interval '${LATEST_DAYS} days'
      ORDER BY e.paid_at DESC LIMIT ${MAX_EARLIER}) AS earlier`)}
  ) AS packet
  FROM checkouts c JOIN users u ON u.id = c.user_id
  CROSS JOIN LATERAL (SELECT coalesce(min(d.created_at), $2::timestamptz) AS at
    FROM disputes d JOIN payments p ON p.id = d.payment_id WHERE p.checkout_id = c.id) AS disputed
  WHERE c.ref = $1`;

/** Reads everything that the shop stores about one purchase, for a bank that disputes it. */
@Injectable()
export class DisputePacketsQueries {
  constructor(
    private readonly origins: PurchaseOrigins,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws ShopError NOT_FOUND */
  async readPacket(manager: EntityManager, ref: string): Promise<DisputePacketAnswer> {
    const row = await sql(manager).first(packetRow, PACKET, [ref, this.clock.now()]);
    if (!row) throw new ShopError('NOT_FOUND', 'There is nothing here.');
    const kept = await this.origins.readOrigin(manager, row.id);
    const origin = kept && {
      address: kept.address,
      userAgent: kept.userAgent,
      emptiedAt: kept.emptiedAt?.toISOString() ?? null,
    };
    return { ...this.addTextsAndLinks(packet.parse(row.packet)), origin: origin ?? null };
  }

  /** Adds the consent texts and links that people read to the packet. */
  private addTextsAndLinks(read: z.infer<typeof packet>): Omit<DisputePacketAnswer, 'origin'> {
    const { webUrl, guildId, channels } = this.settings.discord;
    const channelIds = new Map<string, string | undefined>(Object.entries(channels));
    return {
      ...read,
      consent: { ...read.consent, texts: listConsentTexts(read.consent.version) },
      posts: read.posts.map(({ messageId: sent, channelId, ...post }) => ({
        ...post,
        content: flattenContent(post.content),
        link: buildMessageLink(webUrl, {
          guildId,
          channelId: channelId ?? channelIds.get(post.channel),
          messageId: sent,
        }),
      })),
      messages: read.messages.map(({ messageId: sent, channelId, ...message }) => ({
        ...message,
        content: flattenContent(message.content),
        link: buildMessageLink(webUrl, { guildId: '@me', channelId, messageId: sent }),
      })),
    };
  }
}

/** Limit of one message's content in a dispute packet, characters; the shop's own posts are shorter. */
const MAX_CONTENT = 2_000;

/** Flattens a stored post or message to a list of its field names and plain values, in stored order. */
export function flattenContent(stored: unknown): string {
  return flattenValue(stored, '').join(', ').slice(0, MAX_CONTENT);
}

function flattenValue(value: unknown, name: string): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value === 'string') return [`${name}: ${value}`];
  if (typeof value !== 'object') return [`${name}: ${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([key, inner]) =>
    flattenValue(inner, name === '' ? key : `${name}.${key}`),
  );
}

/** Texts in all languages of one version of the buyer's consent. */
export function listConsentTexts(version: string): string[] {
  return Object.values(CONSENT_TEXTS[version] ?? {});
}
