import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { storableJson, storableText, sql } from '../../platform/database/sql.js';
import type { VerifiedMessage } from '../payments/payment-provider.js';

/** A verified message of a provider, as it was stored. */
const messageRow = z.object({
  id: z.number(),
  provider: z.string(),
  event_id: z.string(),
  payload: z.unknown(),
  attempts: z.number(),
});

export type ProviderMessage = z.infer<typeof messageRow>;

const payloadRow = messageRow.pick({ payload: true });

/**
 * The inbox of verified provider messages, which are stored before the provider gets an answer and retried until
 * processed.
 */
@Injectable()
export class ProviderMessages {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * Stores a message and claims it as `claimMessages` does; characters that Postgres cannot store are replaced.
   * @returns undefined when the message was stored before
   */
  async storeMessage(
    provider: string,
    { id: eventId, type, payload }: VerifiedMessage,
  ): Promise<ProviderMessage | undefined> {
    return sql(this.database).first(
      messageRow,
      `INSERT INTO provider_messages (provider, event_id, type, payload, attempts, next_try_at)
       VALUES ($1, $2, $3, $4, 1, now() + interval '5 seconds') ON CONFLICT DO NOTHING
       RETURNING id, provider, event_id, payload, attempts`,
      [provider, storableText(eventId), storableText(type), storableJson(payload)],
    );
  }

  /** Reads the content of a stored message; undefined for an unknown message. */
  async readPayload(provider: string, eventId: string): Promise<unknown> {
    const row = await sql(this.database).first(
      payloadRow,
      'SELECT payload FROM provider_messages WHERE provider = $1 AND event_id = $2',
      [provider, eventId],
    );
    return row?.payload;
  }

  /**
   * Processes messages again if the payment that they are about was recorded later. The shop does this because
   * providers repeat messages for days, not weeks.
   */
  async reopenMessagesOfLatePayments(): Promise<void> {
    await sql(this.database).run(
      `UPDATE provider_messages m SET processed_at = NULL, next_try_at = now()
         FROM payments p
        WHERE m.result LIKE 'unknown payment %' AND m.processed_at IS NOT NULL
          AND m.received_at > now() - interval '14 days'
          AND p.provider = m.provider AND p.provider_ref = ANY(string_to_array(substr(m.result, 17), ' '))`,
    );
  }

  /**
   * Claims waiting messages that are not `inFlight`. The lock's time doubles with each attempt, up to eleven
   * minutes; the exponent is capped, because an interval overflow would stop the inbox.
   */
  async claimMessages(
    providers: readonly string[],
    limit: number,
    inFlight: readonly number[],
  ): Promise<ProviderMessage[]> {
    const rows = await sql(this.database).rows(
      messageRow,
      `UPDATE provider_messages
          SET attempts = attempts + 1, next_try_at = now() + interval '5 seconds' * power(2, least(attempts, 7))
        WHERE id IN (SELECT id FROM provider_messages WHERE provider = ANY($1) AND processed_at IS NULL
                        AND next_try_at <= now()
                        AND NOT id = ANY($3)
                      ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)
        RETURNING id, provider, event_id, payload, attempts`,
      [providers, limit, inFlight],
    );
    return rows.toSorted((a, b) => a.id - b.id);
  }

  /**
   * Marks a message as processed without waiting for the disk. After a crash of Postgres it may be processed again,
   * which is harmless except that an alert may come twice.
   */
  async markProcessed(id: number, result: string): Promise<void> {
    await sql(this.database).run(
      `WITH async_commit AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
       UPDATE provider_messages SET processed_at = now(), result = $2 FROM async_commit WHERE id = $1`,
      [id, result],
    );
  }
}
