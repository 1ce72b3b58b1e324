import { CRITICAL_POOL, formatCount, LOW_POOL, LOW_STOCK, type PostContent } from '@pax/contracts';
import { coins } from '../core/format.js';
import { plain } from '../core/text.js';
import type { Shown } from './state.js';

type StockContent = Extract<PostContent, { kind: 'stock' }>;
type CoinsContent = Extract<PostContent, { kind: 'coins' }>;

/** A product's crossing of 10, of 0 or back. */
export function stockView({ productName, stock }: StockContent): Shown {
  const title = `${plain(productName)} × ${formatCount(Math.max(0, stock), 'de')}`;
  if (stock <= 0) return { title, state: 'stopped', label: 'Ausverkauft' };
  if (stock <= LOW_STOCK) return { title, state: 'waiting', label: 'Bestand niedrig' };
  return { title, state: 'done', label: 'Wieder auf Lager' };
}

function levelOf(left: number): Pick<Shown, 'state' | 'label'> {
  if (left === 0) return { state: 'stopped', label: 'Leer' };
  if (left < CRITICAL_POOL) return { state: 'stopped', label: 'Sehr niedrig' };
  return left < LOW_POOL ? { state: 'waiting', label: 'Niedrig' } : { state: 'done', label: 'Gut' };
}

/** The coin pool when it was set or crossed 100M, 10M or 0. */
export function coinsView({ coinStock, reason }: CoinsContent): Shown {
  const left = Math.max(0, coinStock);
  return {
    title: `Coins · ${coins(left, 'de')} frei`,
    ...levelOf(left),
    notes: reason === 'set' ? ['neu gesetzt'] : [],
  };
}
