import { Injectable } from '@nestjs/common';
import type { UploadAttachmentAnswer } from '@pax/contracts';
import { Clock } from '../../platform/clock.js';
import { randomRef, sha256 } from '../../platform/random.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions } from '../../platform/database/transaction.js';
import { PictureMaker, type PictureSender } from '../pictures/picture-maker.js';
import { Pictures } from '../pictures/pictures.js';

/** Somebody uploads a picture for a ticket that is not sent yet. */
@Injectable()
export class UploadTicketPicture {
  constructor(
    private readonly transactions: Transactions,
    private readonly maker: PictureMaker,
    private readonly pictures: Pictures,
    private readonly clock: Clock,
  ) {}

  /** @returns the secret by which the ticket takes it @throws ShopError as `PictureMaker.make` */
  async execute(uploaded: unknown, sender: PictureSender): Promise<UploadAttachmentAnswer> {
    const made = await this.maker.make(uploaded, sender);
    const attachment = randomRef();
    await this.transactions.run(async (tx) => {
      const { hash } = await this.pictures.store(tx, made);
      await sql(tx).run('INSERT INTO ticket_pictures (ref_hash, hash, uploaded_at) VALUES ($1, $2, $3)', [
        sha256(attachment),
        hash,
        this.clock.now(),
      ]);
    });
    return { attachment };
  }
}
