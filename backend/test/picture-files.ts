import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

interface PngOptions {
  /** Size that the header claims. */
  width: number;
  height: number;
  /** Pixel bytes before compression; a black picture by default. */
  pixels?: Buffer;
  /** Grey value, to make pictures of one size differ. */
  grey?: number;
  /** Chunks between header and pixels. */
  extra?: readonly [type: string, data: Buffer][];
}

/** Builds a grey PNG by hand, so that its header may be wrong. */
export function buildPng({ width, height, grey = 0, pixels, extra = [] }: PngOptions): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(pixels ? 0 : width, grey)]);
  const raw = pixels ?? Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    PNG_HEAD,
    pngChunk('IHDR', head),
    ...extra.map(([type, data]) => pngChunk(type, data)),
    pngChunk('IDAT', deflateSync(raw)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Builds a picture of noise with colours and edges, different each time. */
export const noisePicture = (width = 64, height = 32) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });

/** Builds a photo as phones take it: rotated, with the place in its metadata. */
export const phonePhoto = (): Promise<Buffer> =>
  noisePicture()
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'SecretCamera', Copyright: 'SecretName' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .jpeg()
    .toBuffer();

/** Builds a WebP with two frames. */
export const animatedWebp = (): Promise<Buffer> =>
  sharp([buildPng({ width: 16, height: 16, grey: 10 }), buildPng({ width: 16, height: 16, grey: 200 })], {
    join: { animated: true },
  })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
