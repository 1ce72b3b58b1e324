import { Injectable, Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import { ShopError } from '../../platform/shop-error.js';
import { hashFromFileName, PictureStore } from './picture-store.js';
import { type UploadImageAnswer, pictureCalls } from '@pax/contracts';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions } from '../../platform/database/transaction.js';
import { writeAuditRow } from '../../people/audit/audit.js';
import { PictureEncoder } from './picture-encoder.js';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { PathParam } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';

/** Content security policy of pictures, so that a picture opened as a page can do nothing. */
const POLICY = "default-src 'none'; sandbox";
const YEAR_S = 31_536_000;
/**
 * Cache headers of pictures. Those of tickets are checked again each time, so that they stop showing when a right
 * ends.
 */
const CACHING = { public: `public, max-age=${YEAR_S}, immutable`, private: 'private, no-cache' };

/** Sends a stored picture. The caller has checked that the reader may see it. */
@Injectable()
export class SendPicture {
  constructor(private readonly pictures: PictureStore) {}

  /**
   * Sends a picture, or 304.
   * @param asked the request's `if-none-match`
   * @throws ShopError NOT_FOUND
   */
  async sendPicture(
    reply: FastifyReply,
    file: string,
    { asked, to }: { asked: string | undefined; to: keyof typeof CACHING },
  ): Promise<Buffer | undefined> {
    const hash = hashFromFileName(file);
    const etag = `"${hash}"`;
    const headers = { etag, 'cache-control': CACHING[to], 'content-security-policy': POLICY };
    if (asked?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)) {
      void reply.headers(headers).status(304);
      return undefined;
    }
    const bytes = await this.pictures.readBytes(hash);
    if (!bytes) throw new ShopError('NOT_FOUND', 'There is no such picture.');
    void reply.headers(headers).type('image/webp');
    return bytes;
  }
}

/** Stores a product picture that staff uploaded; from then on everybody may see it. */
@Injectable()
export class UploadProductPicture {
  constructor(
    private readonly transactions: Transactions,
    private readonly encoder: PictureEncoder,
    private readonly pictures: PictureStore,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError as `PictureEncoder.encodePicture` */
  async execute(actor: string, uploaded: unknown, answer: ServerResponse): Promise<UploadImageAnswer> {
    const made = await this.encoder.encodePicture(uploaded, 'staff', answer);
    return this.transactions.run(async (tx) => {
      const { hash, ...picture } = await this.pictures.storePicture(tx, made);
      await sql(tx).run(
        'INSERT INTO product_pictures (hash, uploaded_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        [hash, this.clock.now()],
      );
      await writeAuditRow(tx, { actor, action: 'image.upload', subject: `image:${hash}` });
      return { ...picture, url: `/api/images/${picture.file}` };
    });
  }
}

/** Calls to upload and to show product pictures. */
@Controller()
export class PicturesController {
  constructor(
    private readonly upload: UploadProductPicture,
    private readonly pictures: PictureStore,
    private readonly sender: SendPicture,
  ) {}

  @Call(pictureCalls.uploadImage)
  uploadImage(
    @CurrentActor() actor: Actor,
    @Req() { body }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UploadImageAnswer> {
    return this.upload.execute(actorName(actor), body, reply.raw);
  }

  @Call(pictureCalls.image)
  async showImage(
    @PathParam(pictureCalls.image, 'file') file: string,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | undefined> {
    if (!(await this.pictures.isProductPicture(hashFromFileName(file))))
      throw new ShopError('NOT_FOUND', 'There is no such picture.');
    return this.sender.sendPicture(reply, file, { asked: headers['if-none-match'], to: 'public' });
  }
}
