import { PICTURE_BYTES, PICTURE_TYPES, pictureFile } from '../entities/picture.js';
import { uploadImageAnswer } from '../http/pictures.js';
import { defineCall } from './call.js';

const HOUR_MS = 3_600_000;

/** Calls on pictures of products. */
export const pictureCalls = {
  uploadImage: defineCall({
    method: 'POST',
    path: '/api/admin/images',
    access: 'staff',
    right: 'products',
    summary: 'Takes a picture for products: checked, made anew as WebP without metadata, and stored once.',
    upload: PICTURE_TYPES,
    status: 201,
    answer: uploadImageAnswer,
    errors: ['IMAGE_UNREADABLE', 'IMAGE_TOO_LARGE'],
    bounds: {
      bodyLimit: PICTURE_BYTES,
      perAddress: { name: 'images-address', points: 200, windowMs: HOUR_MS },
    },
  }),
  image: defineCall({
    method: 'GET',
    path: '/api/images/:file',
    params: { file: pictureFile },
    access: 'public',
    summary: 'A picture of a product.',
    media: 'image/webp',
  }),
} as const;
