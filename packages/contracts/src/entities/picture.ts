import { z } from 'zod';
import { PICTURE_NAME } from '../path-checks.js';

/** Media types of pictures that can be uploaded; the shop converts them to WebP. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
/** Size of the largest picture that can be uploaded, bytes. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
/** Largest number of pixels, which the picture's header tells before the picture is decoded. */
export const MAX_PICTURE_PIXELS = 24_000_000;
/** Largest number of pictures in one ticket. */
export const MAX_TICKET_PICTURES = 3;

/** File name of a picture: the SHA-256 hash of its content. */
export const pictureFile = z.string().max(69).regex(PICTURE_NAME);

/** A stored picture, with its width and height in pixels. */
export const picture = z.object({
  file: pictureFile,
  width: z.number().int().min(1),
  height: z.number().int().min(1),
});
export type Picture = z.infer<typeof picture>;
