import { describe, expect, it } from '@jest/globals';
import { MAX_PICTURE_PIXELS } from '@pax/contracts';
import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { noisePicture, buildPng } from '../../../test/picture-files.js';
import { reencodePicture } from './reencode.js';

const SIDE = 1_600;

/** Rows of noise, of which sixteen come again and again: a few kilobytes as PNG. */
function patterned(): Buffer {
  const row = (n: number): Buffer => {
    const blocks = Array.from({ length: SIDE / 32 }, (_, at) =>
      createHash('sha256').update(`${n} ${at}`).digest(),
    );
    return Buffer.concat([Buffer.alloc(1), ...blocks]);
  };
  const rows = Array.from({ length: 16 }, (_, n) => row(n));
  const pixels = Buffer.concat(Array.from({ length: SIDE / 16 }, () => rows).flat());
  return buildPng({ width: SIDE, height: SIDE, pixels });
}
/** A picture as a camera stores it that was held so: EXIF's orientation turns it upright again. */
async function asTaken(upright: Sharp, orientation: number): Promise<Buffer> {
  const turns: Readonly<Record<number, number>> = { 3: 180, 4: 180, 5: 270, 6: 270, 7: 90, 8: 90 };
  const isMirrored = [2, 4, 5, 7].includes(orientation);
  const mirrored = isMirrored ? await upright.flop().png().toBuffer() : await upright.png().toBuffer();
  const turned = await sharp(mirrored)
    .rotate(turns[orientation] ?? 0)
    .png()
    .toBuffer();
  return sharp(turned).withMetadata({ orientation }).jpeg().toBuffer();
}
const madeOf = async (bytes: Buffer) => {
  const made = await reencodePicture(bytes, MAX_PICTURE_PIXELS);
  if (typeof made === 'number') throw new Error(`refused: ${made}`);
  return { ...made, stored: await sharp(made.bytes).metadata() };
};

describe('pictures made anew (OWN-551)', () => {
  it('are stored in no more bytes than were sent, or 128 KiB: the rest is made smaller', async () => {
    const sent = patterned();
    expect(sent.length).toBeLessThan(100_000);
    const { bytes, width, height, stored } = await madeOf(sent);
    expect(bytes.length).toBeLessThanOrEqual(128 * 1024);
    expect(bytes.length).toBeGreaterThan(40_000);
    expect([stored.width, stored.height]).toEqual([width, height]);
    expect(width).toBe(height);
    expect(width).toBeGreaterThan(SIDE / 8);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('stand upright, however the camera was held: %i', async (orientation) => {
    // Left half dark, as it is to be seen.
    const half = await sharp({ create: { width: 30, height: 40, channels: 3, background: '#111' } })
      .png()
      .toBuffer();
    const seen = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#eee' } })
      .composite([{ input: half, left: 0, top: 0 }])
      .png()
      .toBuffer();
    const taken = await asTaken(sharp(seen), orientation);
    const { bytes, width, height } = await madeOf(taken);
    expect([width, height]).toEqual([60, 40]);
    const brightness = async (left: number): Promise<number> => {
      const part = await sharp(bytes).extract({ left, top: 10, width: 10, height: 20 }).png().toBuffer();
      return (await sharp(part).stats()).channels[0]?.mean ?? Number.NaN;
    };
    expect(await brightness(5)).toBeLessThan(60);
    expect(await brightness(45)).toBeGreaterThan(200);
  });

  it('keep their size where their bytes are fewer than were sent, or than 128 KiB', async () => {
    const [large, small] = [noisePicture(1_200, 900).png(), noisePicture(300, 200).jpeg({ quality: 30 })];
    expect(await madeOf(await large.toBuffer())).toMatchObject({ width: 1_200, height: 900 });
    expect(await madeOf(await small.toBuffer())).toMatchObject({ width: 300, height: 200 });
  });
});
