import { describe, expect, it } from '@jest/globals';
import { coinsView, stockView } from './stock-view.js';

const stock = (count: number) =>
  stockView({ kind: 'stock', productId: 1, productName: 'Elytra_*', stock: count });
const pool = (coinStock: number, reason: 'set' | 'crossed' = 'crossed') =>
  coinsView({ kind: 'coins', coinStock, reason });

describe('stock posts', () => {
  it.each([
    [0, 'Ausverkauft', '**Elytra\\_\\***: 0 Stück'],
    [-3, 'Ausverkauft', '**Elytra\\_\\***: 0 Stück'],
    [7, 'Bestand niedrig', '**Elytra\\_\\***: noch 7 Stück'],
    [10, 'Bestand niedrig', '**Elytra\\_\\***: noch 10 Stück'],
    [11, 'Wieder auf Lager', '**Elytra\\_\\***: 11 Stück'],
    [15, 'Wieder auf Lager', '**Elytra\\_\\***: 15 Stück'],
  ])('tell of %d pieces (OWN-131)', (count, title, description) => {
    expect(stock(count)).toMatchObject({ title, description });
  });

  it('show the pool (OWN-131)', () => {
    expect(pool(750_000_000, 'set')).toMatchObject({
      title: 'Coin-Bestand gesetzt',
      description: '750M Coins frei · gut',
    });
    expect(pool(99_000_000)).toMatchObject({
      title: 'Coin-Bestand',
      description: '99M Coins frei · niedrig',
    });
    expect(pool(9_000_000).description).toBe('9M Coins frei · sehr niedrig');
    expect(pool(10_000_000).description).toBe('10M Coins frei · niedrig');
    expect(pool(100_000_000).description).toBe('100M Coins frei · gut');
    expect(pool(0).description).toBe('0 Coins frei · leer');
  });
});
