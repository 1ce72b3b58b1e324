import { LOW_STOCK, type PostContent } from '@pax/contracts';
import type { APIEmbed } from 'discord.js';
import { coins } from '../core/format.js';
import { plain } from '../core/text.js';
import { COLOUR } from './colours.js';

type StockContent = Extract<PostContent, { kind: 'stock' }>;
type CoinsContent = Extract<PostContent, { kind: 'coins' }>;

const LOW_POOL = 100_000_000;
const CRITICAL_POOL = 10_000_000;

const pieces = (count: number): string => `${Math.max(0, count)} Stück`;

/** A product's crossing of 10, of 0 or back (OWN-131). */
export function stockView({ productName, stock }: StockContent): APIEmbed {
  const name = `**${plain(productName)}**`;
  if (stock <= 0) return { title: 'Ausverkauft', description: `${name}: 0 Stück`, color: COLOUR.danger };
  if (stock <= LOW_STOCK)
    return { title: 'Bestand niedrig', description: `${name}: noch ${pieces(stock)}`, color: COLOUR.lantern };
  return { title: 'Wieder auf Lager', description: `${name}: ${pieces(stock)}`, color: COLOUR.money };
}

/** The coin pool when it was set or crossed 100M, 10M or 0. */
export function coinsView({ coinStock, reason }: CoinsContent): APIEmbed {
  const left = Math.max(0, coinStock);
  const level =
    left === 0 ? 'leer' : left < CRITICAL_POOL ? 'sehr niedrig' : left < LOW_POOL ? 'niedrig' : 'gut';
  return {
    title: reason === 'set' ? 'Coin-Bestand gesetzt' : 'Coin-Bestand',
    description: `${coins(left)} Coins frei · ${level}`,
    color: left < CRITICAL_POOL ? COLOUR.danger : left < LOW_POOL ? COLOUR.lantern : COLOUR.money,
  };
}
