import sharp from 'sharp';
import { REFUSALS } from './refusals.js';

/** The longest side of what is stored, pixels; larger pictures are made smaller. */
const LONGEST_SIDE = 2560;
/** Stored bytes that any picture may take, however few were sent. */
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
 * Makes a picture anew: its first frame, upright, in sRGB, as WebP without metadata and without whatever else was in the
 * file, in no more bytes than were sent, or 128 KiB. @returns a code of REFUSALS for one that is refused
 */
export async function reencode(
  bytes: Buffer,
  mostPixels: number,
): Promise<Reencoded | (typeof REFUSALS)[keyof typeof REFUSALS]> {
  try {
    // Read from the head before anything is decoded.
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (!TYPES.includes(format)) return REFUSALS.unreadable;
    if (width * height > mostPixels) return REFUSALS.tooManyPixels;
    const made = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82, effort: 3, smartSubsample: true })
      .toBuffer({ resolveWithObject: true });
    return await shrink(made, Math.max(bytes.length, FREE_BYTES));
  } catch {
    return REFUSALS.unreadable;
  }
}

/** Makes a picture smaller until it takes at most so many bytes. */
async function shrink({ data, info }: SharpOutput, most: number): Promise<Reencoded> {
  if (data.length <= most) return { bytes: data, width: info.width, height: info.height };
  // Bytes follow the pixels; a tenth less, so that each round makes it smaller.
  const side = Math.floor(Math.max(info.width, info.height) * Math.sqrt(most / data.length) * 0.9);
  const made = await sharp(data)
    .resize({ width: side, height: side, fit: 'inside' })
    .webp({ quality: 70, effort: 3, smartSubsample: true })
    .toBuffer({ resolveWithObject: true });
  return shrink(made, most);
}
