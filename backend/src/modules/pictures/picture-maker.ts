import { Injectable, Logger } from '@nestjs/common';
import { PICTURE_PIXELS } from '@pax/contracts';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../../common/package-folder.js';
import { ShopError } from '../../common/problem.js';
import { PictureQueue, type PictureSender } from './picture-queue.js';
import { pictureType } from './picture-type.js';
import { REFUSALS } from './refusals.js';
import { runWorker } from './run-worker.js';

export type { PictureSender };

const LONGEST_MS = 5_000;
const SIZE_BYTES = 8;

/** A picture as it is stored: WebP that this shop made. */
export interface MadePicture {
  bytes: Buffer;
  width: number;
  height: number;
}

/** Makes uploaded pictures anew, a few at a time, each in a process of its own. */
@Injectable()
export class PictureMaker {
  /** What specs replace. */
  worker = {
    program: fileURLToPath(new URL('dist/programs/picture-worker.js', packageFolder)),
    ms: LONGEST_MS,
  };
  private readonly logger = new Logger(PictureMaker.name);
  private readonly queue = new PictureQueue();

  /** @throws ShopError UNSUPPORTED_MEDIA_TYPE, IMAGE_UNREADABLE, IMAGE_TOO_LARGE, RATE_LIMITED when too many wait, UNAVAILABLE when it took too long */
  async make(uploaded: unknown, sender: PictureSender): Promise<MadePicture> {
    if (!Buffer.isBuffer(uploaded) || pictureType(uploaded) === undefined)
      throw new ShopError('UNSUPPORTED_MEDIA_TYPE', 'Only PNG, JPEG and WebP pictures are taken.');
    return this.queue.run(sender, (stop) => this.run(uploaded, stop));
  }

  private async run(uploaded: Buffer, stop: AbortSignal): Promise<MadePicture> {
    const { program, ms } = this.worker;
    const { code, isTooMuch, output, errors } = await runWorker([program, String(PICTURE_PIXELS)], uploaded, {
      ms,
      stop,
    });
    if (code === REFUSALS.tooManyPixels)
      throw new ShopError('IMAGE_TOO_LARGE', 'The picture has more than 24 megapixels.');
    if (code === REFUSALS.unreadable || isTooMuch)
      throw new ShopError('IMAGE_UNREADABLE', 'The picture could not be read.');
    // A busy machine is no fault of the picture, which may be sent again.
    if (code === null)
      throw new ShopError('UNAVAILABLE', 'The picture took too long. Please try again in a moment.', {
        retryAfter: 5,
      });
    if (code !== 0 || output.length <= SIZE_BYTES) {
      this.logger.error(`The picture worker ended with ${code}: ${errors}`);
      throw new ShopError('UNAVAILABLE', 'Pictures can not be taken just now.');
    }
    return {
      width: output.readUInt32BE(0),
      height: output.readUInt32BE(4),
      bytes: output.subarray(SIZE_BYTES),
    };
  }
}
