import { describe, expect, it } from '@jest/globals';
import { createProductRequest, getDefaultImageFit, productImage, updateProductRequest } from './catalog.js';

const isAccepted = (change: object): boolean => updateProductRequest.safeParse(change).success;

describe('the image of a product (OWN-30)', () => {
  it.each([
    '',
    '/art/item-elytra.svg',
    '/images/a-b_c.1/x.webp',
    '/art/../og.png',
    '/pictures/Hut%20rot.JPEG',
    `/api/images/${'0f'.repeat(32)}.webp`,
    'https://cdn.example/a.png?v=2',
    'https://cdn.example/picture/7',
  ])('may be %j', (image) => expect(productImage.parse(` ${image} `)).toBe(image));

  it.each([
    'http://cdn.example/a.png',
    '//cdn.example/a.png',
    '/\\cdn.example/a.png',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    'https:cdn.example/a.png',
    'https://',
    'https://name:word@cdn.example/a.png',
    'art/item.svg',
    '/a b.png',
    '/a"onerror=x',
    '/',
    '/art/item-elytra',
    '/art/item.svg/',
    '/theme-boot.js',
    '/api/account/export',
    '/api/account/export.png',
    '/api/auth/discord',
    '/%61pi/auth/discord.svg',
    '/art/../api/images/a.svg',
    '/art%2f..%2fapi/a.svg',
    '/%2561pi/a.svg',
    '/art/%5ca.svg',
    '/art/%zz.svg',
    `/api/images/${'0f'.repeat(32)}.webp/..%2fa.svg`,
    `/API/images/${'0f'.repeat(32)}.webp`,
    `/${'x'.repeat(500)}`,
  ])('may not be %j', (image) => expect(productImage.safeParse(image).success).toBe(false));
});

describe('the words of a product (OWN-31)', () => {
  it('turn no direction: marks that do are left out, and those alone show nothing', () => {
    const withBidiControls = '\u202E \u2066Ely\u200Ftra\u2069 \u061C';
    expect(
      updateProductRequest.parse({
        name: withBidiControls,
        amount: withBidiControls,
        description: `${withBidiControls}\nWings`,
      }),
    ).toEqual({
      name: 'Elytra',
      amount: 'Elytra',
      description: 'Elytra \nWings',
    });
    for (const name of ['\u202E', ' \u2066\u2069 ']) expect(isAccepted({ name })).toBe(false);
    for (const name of ['كريستال', 'קריסטל', 'می‌خواهم', '👩‍🚀 Kit'])
      expect(updateProductRequest.parse({ name })).toEqual({ name });
  });
});

describe('a name or label of ligatures (OWN-905)', () => {
  it.each([
    ['name', 'ﷺ'.repeat(8), 'ﷺ'.repeat(9)],
    ['amount', 'ﷺ'.repeat(2), 'ﷺ'.repeat(3)],
    ['name', '½'.repeat(53), '½'.repeat(54)],
  ])('is at most twice as long when %s is written out', (field, fitting, longer) => {
    expect([isAccepted({ [field]: fitting }), isAccepted({ [field]: longer })]).toEqual([true, false]);
  });
});

describe('updateProductRequest', () => {
  it('takes each field alone, and nothing it does not know', () => {
    for (const change of [
      {},
      { price: '0.01' },
      { price: '10000.00' },
      { stock: 0 },
      { originalPrice: null },
      { name: ' Elytra ', version: 3, stockVersion: 1 },
    ])
      expect([change, isAccepted(change)]).toEqual([change, true]);
    expect(isAccepted({ held: 1 })).toBe(false);
  });

  it.each(['0.00', '10000.01', '-1.00', '1', '1,50', '', 'x', 12])('refuses %p as a price', (price) =>
    expect(isAccepted({ price })).toBe(false),
  );

  it.each([-1, 1.5, '3', null, 1_000_001])('refuses %p as stock', (stock) =>
    expect(isAccepted({ stock })).toBe(false),
  );

  it.each(['', '   ', 'x'.repeat(81), 'a\u0000b'])('refuses %j as a name', (name) =>
    expect(isAccepted({ name })).toBe(false),
  );
});

describe('createProductRequest', () => {
  const product = { name: 'Trident', category: 'items', price: '12.50' };
  const isCreatable = (more: object): boolean =>
    createProductRequest.safeParse({ ...product, ...more }).success;

  it('needs name, category and price', () => {
    expect(isCreatable({})).toBe(true);
    for (const field of Object.keys(product)) expect(isCreatable({ [field]: undefined })).toBe(false);
  });

  it('takes a value of a coin at least, and a break from two pieces to what a line may have', () => {
    expect([0, 1].map((coinValue) => isCreatable({ coinValue }))).toEqual([false, true]);
    expect([1, 2, 999, 1_000].map((bulkMinQuantity) => isCreatable({ bulkMinQuantity }))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect([0, 1, 9_999, 10_000].map((displayOrder) => isCreatable({ displayOrder }))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

it('a new product at 32.50 has its image contained and zoomed (ADMIN-2.16)', () => {
  expect([3_249, 3_250, 3_251].map(getDefaultImageFit)).toEqual(['cover', 'contain-zoom', 'cover']);
});
