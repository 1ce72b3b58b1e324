import { describe, expect, it } from '@jest/globals';
import {
  createAlertView,
  createCoinsBackView,
  createCountedView,
  createCoinsView,
  createPurchaseView,
  createRestockView,
  createStockView,
  createTestView,
} from './post-view.js';
import { STATE_MARK, type PostBody } from './state-marks.js';

describe('alert posts', () => {
  it('show kind, title, count and detail (OWN-129, OWN-134)', () => {
    const alert = {
      kind: 'security',
      title: 'Falscher Admin-Code',
      detail: 'Konto 7\nAdresse a1b2',
    } as const;
    expect(createAlertView({ kind: 'alert', alert, count: 5 })).toEqual({
      title: 'Falscher Admin-Code',
      state: 'stopped',
      label: 'Sicherheit',
      notes: ['5×'],
      lines: ['Konto 7\nAdresse a1b2'],
    });
    expect(createAlertView({ kind: 'alert', alert, count: 1 }).notes).toEqual([]);
  });

  it('show a test message as plain text', () => {
    expect(createTestView('@here **hi**')).toMatchObject({
      title: 'Testnachricht',
      lines: ['\\@here \\*\\*hi\\*\\*'],
    });
  });
});

const stock = (count: number) =>
  createStockView({ kind: 'stock', productId: 1, productName: 'Elytra_*', stock: count });
const pool = (coinStock: number, reason: 'set' | 'crossed' = 'crossed') =>
  createCoinsView({ kind: 'coins', coinStock, reason });

const shown = ({ title, state, label, notes = [] }: PostBody) => [title, STATE_MARK[state], label, ...notes];

describe('stock posts', () => {
  it.each([
    [0, '🔴', 'Ausverkauft', 0],
    [-3, '🔴', 'Ausverkauft', 0],
    [7, '🟡', 'Bestand niedrig', 7],
    [10, '🟡', 'Bestand niedrig', 10],
    [11, '🟢', 'Wieder auf Lager', 11],
    [15, '🟢', 'Wieder auf Lager', 15],
  ])('tell of %d pieces (OWN-129)', (count, mark, label, left) => {
    expect(shown(stock(count))).toEqual([`Elytra\\_\\* × ${left}`, mark, label]);
  });

  it('show the pool (OWN-129)', () => {
    expect(shown(pool(750_000_000, 'set'))).toEqual(['Coins · 750M frei', '🟢', 'Gut', 'neu gesetzt']);
    expect(shown(pool(99_000_000))).toEqual(['Coins · 99M frei', '🟡', 'Niedrig']);
    expect(shown(pool(9_000_000))).toEqual(['Coins · 9M frei', '🔴', 'Sehr niedrig']);
    expect(pool(10_000_000).label).toBe('Niedrig');
    expect(pool(100_000_000).label).toBe('Gut');
    expect(shown(pool(0))).toEqual(['Coins · 0 frei', '🔴', 'Leer']);
  });
});

describe('posts for shoppers (OWN-1515)', () => {
  it.each([
    [null, 'Somebody bought it'],
    ['@everyone_*', '\\@everyone\\_\\* bought it'],
    ['', 'Somebody bought it'],
  ])('say that %s bought something', (buyer, label) => {
    const goods = { productName: 'Elytra', quantity: 2 };
    const view = createPurchaseView({ kind: 'purchase', buyer, count: 1, ...goods });
    expect(shown(view)).toEqual(['Elytra × 2', '🟢', label]);
  });

  it('count equal purchases, and name one piece without its number', () => {
    const goods = { productName: '100M Coins', quantity: 1, buyer: null };
    expect(shown(createPurchaseView({ kind: 'purchase', count: 1_204, ...goods }))).toEqual([
      '100M Coins',
      '🟢',
      'Bought 1,204 times',
    ]);
  });

  it('say that coins are back, and count what waited long', () => {
    expect(shown(createCoinsBackView({ kind: 'coins_back', coinStock: 250_000_000 }))).toEqual([
      'Coins',
      '🟢',
      'Back in stock',
      '250M in stock',
    ]);
    const lines = [{ what: '@here_', count: 12 }];
    const counted = createCountedView({ kind: 'counted', of: 'purchases', lines, count: 40 });
    expect([counted.label, counted.lines]).toEqual(['Bought 40 times', ['12 × \\@here\\_', 'and 28 more']]);
    const restocks = createCountedView({ kind: 'counted', of: 'restocks', lines, count: 12 });
    expect([restocks.title, restocks.lines?.length]).toEqual(['Many products are back in stock', 1]);
  });

  it('say what is back, with price and pieces', () => {
    const goods = { productId: 1, productName: 'Elytra', price: '17.99', stock: 1_200 };
    expect(shown(createRestockView({ kind: 'restock', ...goods }))).toEqual([
      'Elytra',
      '🟢',
      'Back in stock',
      '$17.99',
      '1,200 in stock',
    ]);
  });
});
