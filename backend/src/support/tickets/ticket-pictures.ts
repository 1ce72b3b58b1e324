import type { ServerResponse } from 'node:http';
import type { Picture, UploadAttachmentAnswer } from '@pax/contracts';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { ShopError } from '../../platform/shop-error.js';
import { sha256, randomRef } from '../../platform/secrets.js';
import { sql, hashRow } from '../../platform/database/sql.js';
import { type Tx, Transactions } from '../../platform/database/transaction.js';
import { pictureFileName, PictureStore } from '../pictures/picture-store.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { PictureEncoder, type PictureSender } from '../pictures/picture-encoder.js';

/** Time for which an uploaded picture waits for its ticket, ms. */
export const UNCLAIMED_MS = 3_600_000;

type Connection = Parameters<typeof sql>[0];

const pictureRow = z.object({
  owner: z.number(),
  hash: z.string(),
  width: z.number(),
  height: z.number(),
});

/** The ticket that takes pictures, or a message of it, with the time at which it was written. */
interface PictureOwner {
  readonly ticketId: number;
  readonly messageId?: number;
  readonly at: Date;
}

/**
 * Assigns uploaded pictures to a ticket or to a message of it, in order.
 * @throws ShopError ATTACHMENT_GONE for a picture that no longer waits
 */
export async function claimPictures(
  tx: Tx,
  { ticketId, messageId, at }: PictureOwner,
  refs: readonly string[],
): Promise<void> {
  if (refs.length === 0) return;
  const claimed = await sql(tx).affected(
    `UPDATE ticket_pictures p SET ticket_id = $1, message_id = $4, place = wanted.place
       FROM unnest($2::text[]) WITH ORDINALITY AS wanted (ref_hash, place)
      WHERE p.ref_hash = wanted.ref_hash AND p.ticket_id IS NULL AND p.uploaded_at > $3`,
    [ticketId, refs.map(sha256), new Date(at.getTime() - UNCLAIMED_MS), messageId ?? null],
  );
  if (claimed !== refs.length)
    throw new ShopError('ATTACHMENT_GONE', 'A picture waited too long for its ticket. Please add it again.');
}

/** Tells whether a ticket, or a message of it, has exactly these uploaded pictures, in this order. */
export function hasPictures(
  tx: Tx,
  { ticketId, messageId }: Omit<PictureOwner, 'at'>,
  refs: readonly string[],
): Promise<boolean> {
  return sql(tx).exists(
    `SELECT 1 FROM (SELECT array_agg(ref_hash ORDER BY place) AS taken FROM ticket_pictures
                     WHERE ticket_id = $1 AND message_id IS NOT DISTINCT FROM $3) p
      WHERE coalesce(p.taken, '{}') = $2::text[]`,
    [ticketId, refs.map(sha256), messageId ?? null],
  );
}

/** SQL conditions of the pictures sent with tickets, and of those sent with messages, by their owner's column. */
const OWNED_BY = { ticket_id: 'AND t.message_id IS NULL', message_id: '' } as const;

async function readPictures(
  database: Connection,
  owner: keyof typeof OWNED_BY,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Picture[]>> {
  const found = new Map<number, Picture[]>();
  if (ids.length === 0) return found;
  const rows = await sql(database).rows(
    pictureRow,
    `SELECT t.${owner} AS owner, t.hash, p.width, p.height
       FROM ticket_pictures t JOIN pictures p ON p.hash = t.hash
      WHERE t.${owner} = ANY($1) ${OWNED_BY[owner]} ORDER BY t.${owner}, t.place`,
    [ids],
  );
  for (const { owner: id, hash, width, height } of rows)
    found.set(id, [...(found.get(id) ?? []), { file: pictureFileName(hash), width, height }]);
  return found;
}

/** Reads the pictures that were sent with tickets, by ticket, in their order. */
export const readTicketPictures = (manager: EntityManager, ids: readonly number[]) =>
  readPictures(manager, 'ticket_id', ids);

/** Reads the pictures that were sent with messages of tickets, by message, in their order. */
export const readMessagePictures = (database: Connection, ids: readonly number[]) =>
  readPictures(database, 'message_id', ids);

const EVERY_MS = 600_000;
const FIRST_AFTER_MS = 180_000;
const MAX_PER_RUN = 100;
/** Deletes uploaded pictures whose ticket was not sent within an hour. */
@Injectable()
export class DeleteUnclaimedPictures {
  constructor(
    private readonly transactions: Transactions,
    private readonly pictures: PictureStore,
    private readonly clock: Clock,
  ) {}

  @Periodic({
    name: 'delete-unclaimed-pictures',
    every: EVERY_MS,
    firstAfter: FIRST_AFTER_MS,
    role: 'worker',
  })
  async deleteUnclaimed(signal: AbortSignal = new AbortController().signal): Promise<void> {
    while (!signal.aborted && (await this.deleteUnclaimedBatch()) === MAX_PER_RUN);
  }

  private deleteUnclaimedBatch(): Promise<number> {
    return this.transactions.run(async (tx) => {
      const gone = await sql(tx).rows(
        hashRow,
        `DELETE FROM ticket_pictures WHERE ref_hash IN
           (SELECT ref_hash FROM ticket_pictures WHERE ticket_id IS NULL AND uploaded_at <= $1
             ORDER BY uploaded_at LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING hash`,
        [new Date(this.clock.now().getTime() - UNCLAIMED_MS), MAX_PER_RUN],
      );
      if (gone.length > 0)
        await this.pictures.deleteUnusedPictures(tx, [...new Set(gone.map(({ hash }) => hash))]);
      return gone.length;
    });
  }
}

/** Stores a picture that somebody uploads for a ticket that is not sent yet. */
@Injectable()
export class UploadTicketPicture {
  constructor(
    private readonly transactions: Transactions,
    private readonly encoder: PictureEncoder,
    private readonly pictures: PictureStore,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the secret by which the ticket later takes the picture
   * @throws ShopError as `PictureEncoder.encodePicture`
   */
  async execute(
    uploaded: unknown,
    sender: PictureSender,
    answer?: ServerResponse,
  ): Promise<UploadAttachmentAnswer> {
    const made = await this.encoder.encodePicture(uploaded, sender, answer);
    const attachment = randomRef();
    await this.transactions.run(async (tx) => {
      const { hash } = await this.pictures.storePicture(tx, made);
      await sql(tx).run('INSERT INTO ticket_pictures (ref_hash, hash, uploaded_at) VALUES ($1, $2, $3)', [
        sha256(attachment),
        hash,
        this.clock.now(),
      ]);
    });
    return { attachment };
  }
}
