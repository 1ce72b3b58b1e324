import { Controller, Req, Res } from '@nestjs/common';
import { pictureCalls, type UploadImageAnswer } from '@pax/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { PathParam } from '../../platform/http/zod.pipe.js';
import { ShopError } from '../../platform/problem.js';
import { Call } from '../../platform/calls/call.js';
import { hashOf, Pictures } from './pictures.js';
import { SendPicture } from './send-picture.js';
import { UploadProductPicture } from './upload-product-picture.js';

/** Pictures of products. */
@Controller()
export class PicturesController {
  constructor(
    private readonly upload: UploadProductPicture,
    private readonly pictures: Pictures,
    private readonly sender: SendPicture,
  ) {}

  @Call(pictureCalls.uploadImage)
  uploadImage(@CurrentActor() actor: Actor, @Req() { body }: FastifyRequest): Promise<UploadImageAnswer> {
    return this.upload.execute(actorName(actor), body);
  }

  @Call(pictureCalls.image)
  async image(
    @PathParam(pictureCalls.image, 'file') file: string,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | undefined> {
    if (!(await this.pictures.isOfProducts(hashOf(file))))
      throw new ShopError('NOT_FOUND', 'There is no such picture.');
    return this.sender.send(reply, file, { asked: headers['if-none-match'], to: 'public' });
  }
}
