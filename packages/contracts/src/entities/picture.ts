import { z } from 'zod';
import { PICTURE_NAME } from '../path-checks.js';

/** Media types of uploaded pictures; the shop stores and shows WebP. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
/** Largest uploaded picture, bytes. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
/** Largest number of pixels, checked in the picture's header before the picture is decoded. */
export const MAX_PICTURE_PIXELS = 24_000_000;
/** Largest number of pictures of a ticket. */
export const MAX_TICKET_PICTURES = 3;

/** Name of a picture's file: the SHA-256 of its content. */
export const pictureFile = z.string().max(69).regex(PICTURE_NAME);

/** A stored picture with its size in pixels. */
export const picture = z.object({
  file: pictureFile,
  width: z.number().int().min(1),
  height: z.number().int().min(1),
});
export type Picture = z.infer<typeof picture>;
