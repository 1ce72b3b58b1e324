import { Injectable } from '@nestjs/common';
import type { UploadImageAnswer } from '@pax/contracts';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions } from '../../platform/database/transaction.js';
import { audit } from '../../people/audit/audit.js';
import { PictureMaker } from './picture-maker.js';
import { Pictures } from './pictures.js';

/** Staff upload a picture for products; from then on everybody may see it. */
@Injectable()
export class UploadProductPicture {
  constructor(
    private readonly transactions: Transactions,
    private readonly maker: PictureMaker,
    private readonly pictures: Pictures,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError as `PictureMaker.make` */
  async execute(actor: string, uploaded: unknown): Promise<UploadImageAnswer> {
    const made = await this.maker.make(uploaded, 'staff');
    return this.transactions.run(async (tx) => {
      const { hash, ...picture } = await this.pictures.store(tx, made);
      await sql(tx).run(
        'INSERT INTO product_pictures (hash, uploaded_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        [hash, this.clock.now()],
      );
      await audit(tx, { actor, action: 'image.upload', subject: `image:${hash}` });
      return { ...picture, url: `/api/images/${picture.file}` };
    });
  }
}
