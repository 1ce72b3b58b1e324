import { describe, expect, it } from '@jest/globals';
import { MARK, type Shown } from './state.js';
import { coinsView, stockView } from './stock-view.js';

const stock = (count: number) =>
  stockView({ kind: 'stock', productId: 1, productName: 'Elytra_*', stock: count });
const pool = (coinStock: number, reason: 'set' | 'crossed' = 'crossed') =>
  coinsView({ kind: 'coins', coinStock, reason });

const shown = ({ title, state, label, notes = [] }: Shown) => [title, MARK[state], label, ...notes];

describe('stock posts', () => {
  it.each([
    [0, '🔴', 'Ausverkauft', 0],
    [-3, '🔴', 'Ausverkauft', 0],
    [7, '🟡', 'Bestand niedrig', 7],
    [10, '🟡', 'Bestand niedrig', 10],
    [11, '🟢', 'Wieder auf Lager', 11],
    [15, '🟢', 'Wieder auf Lager', 15],
  ])('tell of %d pieces (OWN-131)', (count, mark, label, left) => {
    expect(shown(stock(count))).toEqual([`Elytra\\_\\* × ${left}`, mark, label]);
  });

  it('show the pool (OWN-131)', () => {
    expect(shown(pool(750_000_000, 'set'))).toEqual(['Coins · 750M frei', '🟢', 'Gut', 'neu gesetzt']);
    expect(shown(pool(99_000_000))).toEqual(['Coins · 99M frei', '🟡', 'Niedrig']);
    expect(shown(pool(9_000_000))).toEqual(['Coins · 9M frei', '🔴', 'Sehr niedrig']);
    expect(pool(10_000_000).label).toBe('Niedrig');
    expect(pool(100_000_000).label).toBe('Gut');
    expect(shown(pool(0))).toEqual(['Coins · 0 frei', '🔴', 'Leer']);
  });
});
