import type { ServerResponse } from 'node:http';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Injectable, Logger } from '@nestjs/common';
import { MAX_PICTURE_PIXELS, type PICTURE_TYPES } from '@pax/contracts';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../../platform/package-folder.js';
import { ShopError } from '../../platform/shop-error.js';
import { PictureQueue, type PictureSender } from './picture-queue.js';
import { REFUSALS } from './picture-refusals.js';

/** Limit of the picture worker's output, bytes; larger than any encoded picture. */
const MAX_OUTPUT = 16 * 1024 * 1024;
/** Number of characters of the worker's error output that are kept for the log. */
const MAX_ERRORS = 2_000;

export interface WorkerResult {
  /**
   * Exit code of the worker; null when it was killed for taking too long or writing too much, or for lack of
   * memory.
   */
  code: number | null;
  /** True if the worker was killed because it wrote more than any picture needs. */
  isTooMuch: boolean;
  output: Buffer;
  errors: string;
}

/**
 * Runs a program on untrusted bytes in a process of its own without environment, so that a hang or crash stays
 * there.
 * @param command a program and its arguments
 * @param limits time and output after which it is killed
 */
export async function runWorker(
  command: readonly string[],
  input: Buffer,
  limits: { ms: number; stop: AbortSignal },
): Promise<WorkerResult> {
  const child = spawn(process.execPath, [...command], { env: {}, timeout: limits.ms, killSignal: 'SIGKILL' });
  const chunks: Buffer[] = [];
  let bytes = 0;
  let errors = '';
  limits.stop.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_OUTPUT) child.kill('SIGKILL');
    else chunks.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors = `${errors}${chunk.toString()}`.slice(0, MAX_ERRORS);
  });
  // Ignores write errors, because the worker may end before it has read everything.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [code]: (number | null)[] = await once(child, 'close');
  return { code: code ?? null, isTooMuch: bytes > MAX_OUTPUT, output: Buffer.concat(chunks), errors };
}

export type { PictureSender };

const LONGEST_MS = 5_000;
const SIZE_BYTES = 8;

/** A picture as it is stored: WebP that the shop itself encoded. */
export interface EncodedPicture {
  bytes: Buffer;
  width: number;
  height: number;
}

/** Re-encodes uploaded pictures, a few at a time, each in a process of its own. */
@Injectable()
export class PictureEncoder {
  /** The worker program and its time limit, ms; specs replace them. */
  worker = {
    program: fileURLToPath(new URL('dist/programs/picture-worker.js', packageFolder)),
    ms: LONGEST_MS,
  };
  private readonly logger = new Logger(PictureEncoder.name);
  private readonly queue = new PictureQueue();

  /**
   * Re-encodes a picture.
   * @param answer the HTTP answer; if its connection ends, the picture is dropped
   * @throws ShopError UNSUPPORTED_MEDIA_TYPE, IMAGE_UNREADABLE, IMAGE_TOO_LARGE, RATE_LIMITED when too many wait,
   * UNAVAILABLE when encoding took too long
   */
  async encodePicture(
    uploaded: unknown,
    sender: PictureSender,
    answer?: ServerResponse,
  ): Promise<EncodedPicture> {
    if (!Buffer.isBuffer(uploaded) || detectPictureType(uploaded) === undefined)
      throw new ShopError('UNSUPPORTED_MEDIA_TYPE', 'Only PNG, JPEG and WebP pictures are taken.');
    const ended = new AbortController();
    answer?.once('close', () => ended.abort());
    return this.queue.runJob(sender, (stop) => this.runEncoder(uploaded, stop), ended.signal);
  }

  private async runEncoder(uploaded: Buffer, stop: AbortSignal): Promise<EncodedPicture> {
    const { program, ms } = this.worker;
    const { code, isTooMuch, output, errors } = await runWorker(
      [program, String(MAX_PICTURE_PIXELS)],
      uploaded,
      {
        ms,
        stop,
      },
    );
    if (code === REFUSALS.tooManyPixels)
      throw new ShopError('IMAGE_TOO_LARGE', 'The picture has more than 24 megapixels.');
    if (code === REFUSALS.unreadable || isTooMuch)
      throw new ShopError('IMAGE_UNREADABLE', 'The picture could not be read.');
    // Lets the sender try again, because a good picture may take too long on a busy machine.
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

type PictureType = (typeof PICTURE_TYPES)[number];

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const WEBP_AT = 8;

/** Detects the type of a picture by its first bytes, whatever type was declared. */
function detectPictureType(bytes: Buffer): PictureType | undefined {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'image/jpeg';
  const isWebp =
    bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', WEBP_AT, WEBP_AT + 4) === 'WEBP';
  return isWebp ? 'image/webp' : undefined;
}
