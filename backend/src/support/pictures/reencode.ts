import sharp from 'sharp';
import { REFUSALS } from './picture-refusals.js';

/** Longest side of a stored picture, pixels; larger pictures are made smaller. */
const LONGEST_SIDE = 2560;
/** Size that any stored picture may have, bytes, even if the uploaded file was smaller. */
const FREE_BYTES = 128 * 1024;
const READERS = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'];
const TYPES: readonly unknown[] = ['png', 'jpeg', 'webp'];

export interface Reencoded {
  bytes: Buffer;
  width: number;
  height: number;
}

interface SharpOutput {
  data: Buffer;
  info: { width: number; height: number };
}

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: READERS });

/**
 * Re-encodes a picture as WebP: first frame, upright, sRGB, without metadata, and no larger than the uploaded file
 * or 128 KiB.
 * @returns a code of REFUSALS for a picture that is refused
 */
export async function reencodePicture(
  bytes: Buffer,
  mostPixels: number,
): Promise<Reencoded | (typeof REFUSALS)[keyof typeof REFUSALS]> {
  try {
    // Reads size and type from the file's head before anything is decoded.
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (!TYPES.includes(format)) return REFUSALS.unreadable;
    if (width * height > mostPixels) return REFUSALS.tooManyPixels;
    const made = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82, effort: 3, smartSubsample: true })
      .toBuffer({ resolveWithObject: true });
    return await shrinkPicture(made, Math.max(bytes.length, FREE_BYTES));
  } catch {
    return REFUSALS.unreadable;
  }
}

/** Makes a picture smaller until it has at most `most` bytes. */
async function shrinkPicture({ data, info }: SharpOutput, most: number): Promise<Reencoded> {
  if (data.length <= most) return { bytes: data, width: info.width, height: info.height };
  // Estimates the side length from the bytes, which follow the pixels; a tenth less, so that each round makes the
  // picture smaller.
  const side = Math.floor(Math.max(info.width, info.height) * Math.sqrt(most / data.length) * 0.9);
  const made = await sharp(data)
    .resize({ width: side, height: side, fit: 'inside' })
    .webp({ quality: 70, effort: 3, smartSubsample: true })
    .toBuffer({ resolveWithObject: true });
  return shrinkPicture(made, most);
}
