import { describe, expect, it } from '@jest/globals';
import { findCatalogueImportFaults, type BuiltChunk } from './catalogue-imports-plugin';

const chunk = (fileName: string, imports: string[], ...moduleIds: string[]): BuiltChunk => ({
  fileName,
  isEntry: fileName === 'index.js',
  imports,
  moduleIds: moduleIds.map((id) => `/shop/frontend/src/${id}`),
});

const base = chunk('base.js', [], 'lib/http/query-client.ts');
const entry = chunk('index.js', ['base.js'], 'start/main.ts');
const first = chunk('first.js', ['base.js'], 'start/start-app.tsx', 'app/app.tsx');
const messages = chunk('messages.js', [], 'i18n/catalogue/mix/shop.ts');

describe('chunks of the built site', () => {
  it('are well where catalogues import nothing but messages and libraries', () => {
    const english = chunk('shop.js', ['messages.js', 'base.js'], 'i18n/catalogue/en/shop.ts');
    expect(findCatalogueImportFaults([base, entry, first, messages, english])).toEqual([]);
  });

  it.each([
    ['the start', 'first.js'],
    ['the entry', 'index.js'],
  ])('are refused where a catalogue imports %s, also by way of others', (_what, target) => {
    const between = chunk('between.js', ['base.js', target], 'lib/values/format.ts');
    const english = chunk('shop.js', ['messages.js', 'between.js'], 'i18n/catalogue/en/shop.ts');
    expect(findCatalogueImportFaults([base, entry, first, messages, between, english])).toEqual([
      `shop.js → between.js → ${target}`,
    ]);
  });

  it('are refused where messages are in the chunk of the start itself', () => {
    const both = chunk('first.js', ['base.js'], 'start/start-app.tsx', 'i18n/catalogue/mix/shop.ts');
    expect(findCatalogueImportFaults([base, entry, both])).toEqual(['first.js']);
  });

  it('may import each other in a circle', () => {
    const one = chunk('one.js', ['two.js'], 'i18n/catalogue/en/cart.ts');
    const two = chunk('two.js', ['one.js'], 'i18n/catalogue/mix/cart.ts');
    expect(findCatalogueImportFaults([entry, one, two])).toEqual([]);
  });
});
