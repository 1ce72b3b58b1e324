import sharp from 'sharp';
import { REFUSALS } from './refusals.js';

/** The longest side of what is stored, pixels; larger pictures are made smaller. */
const LONGEST_SIDE = 2560;
const READERS = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'];
const TYPES: readonly unknown[] = ['png', 'jpeg', 'webp'];

export interface Reencoded {
  bytes: Buffer;
  width: number;
  height: number;
}

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: READERS });

/**
 * Makes a picture anew: its first frame, upright, in sRGB, as WebP without metadata and without whatever else was in the
 * file. Its size is read from the head before anything is decoded. @returns a code of REFUSALS for one that is refused
 */
export async function reencode(
  bytes: Buffer,
  mostPixels: number,
): Promise<Reencoded | (typeof REFUSALS)[keyof typeof REFUSALS]> {
  try {
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (!TYPES.includes(format)) return REFUSALS.unreadable;
    if (width * height > mostPixels) return REFUSALS.tooManyPixels;
    const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82, effort: 3, smartSubsample: true })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    return REFUSALS.unreadable;
  }
}
