import { describe, expect, it } from '@jest/globals';
import { crossesPoolThreshold, crossesStockThreshold, imageForDiscord } from './stock-posts.js';

describe('crossings of stock (OWN-129)', () => {
  it.each([
    [11, 10],
    [20, 0],
    [1, 0],
    [10, 11],
    [0, 11],
    [-2, 30],
  ])('%i to %i gets a post', (before, after) => expect(crossesStockThreshold(before, after)).toBe(true));

  it.each([
    [30, 11],
    [10, 1],
    [0, 5],
    [0, -3],
    [5, 10],
  ])('%i to %i is not', (before, after) => expect(crossesStockThreshold(before, after)).toBe(false));
});

describe('crossings of the pool (OWN-129)', () => {
  it.each([
    [100_000_000, 99_999_999],
    [10_000_000, 9_999_999],
    [1, 0],
    [0, 1],
    [5_000_000, 750_000_000],
  ])('%i to %i gets a post', (before, after) => expect(crossesPoolThreshold(before, after)).toBe(true));

  it.each([
    [750_000_000, 100_000_000],
    [99_999_999, 10_000_000],
    [9_999_999, 1],
    [0, -5],
  ])('%i to %i is not', (before, after) => expect(crossesPoolThreshold(before, after)).toBe(false));
});

const SHOP = 'https://shop.example';

describe('the picture of a post', () => {
  it.each([
    ['/api/images/aa.webp', SHOP, 'https://shop.example/api/images/aa.webp'],
    ['https://pictures.example/a.png', 'http://127.0.0.1:3000', 'https://pictures.example/a.png'],
  ])('is what Discord can fetch: %s at %s', (image, publicUrl, url) => {
    expect(imageForDiscord(image, publicUrl)).toEqual({ image: url });
  });

  it.each([
    ['/art/item-elytra.svg', SHOP],
    ['/api/images/aa.webp', 'http://127.0.0.1:3000'],
    [`/${'a'.repeat(2_000)}.png`, SHOP],
    ['', SHOP],
    [undefined, SHOP],
  ])('is none for %s at %s', (image, publicUrl) => {
    expect(imageForDiscord(image, publicUrl)).toEqual({});
  });
});
