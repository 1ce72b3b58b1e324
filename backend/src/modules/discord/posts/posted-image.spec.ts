import { describe, expect, it } from '@jest/globals';
import { postedImage } from './posted-image.js';

const SHOP = 'https://shop.example';

describe('the picture of a post (OWN-742)', () => {
  it.each([
    ['/api/images/aa.webp', SHOP, 'https://shop.example/api/images/aa.webp'],
    ['https://pictures.example/a.png', 'http://127.0.0.1:3000', 'https://pictures.example/a.png'],
  ])('is what Discord can fetch: %s at %s', (image, publicUrl, url) => {
    expect(postedImage(image, publicUrl)).toEqual({ image: url });
  });

  it.each([
    ['/art/item-elytra.svg', SHOP],
    ['/api/images/aa.webp', 'http://127.0.0.1:3000'],
    [`/${'a'.repeat(2_000)}.png`, SHOP],
    ['', SHOP],
    [undefined, SHOP],
  ])('is none for %s at %s', (image, publicUrl) => {
    expect(postedImage(image, publicUrl)).toEqual({});
  });
});
