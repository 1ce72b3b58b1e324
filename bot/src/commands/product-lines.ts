import { COIN_RATES, COINS_PER_MILLION, toDecimal, type BotProduct } from '@pax/contracts';
import type { Backend } from '../core/backend.js';
import type { Choice, Completer } from '../core/command.js';
import type { Texts } from '../services/texts.js';

/** How much of a product there is; of coins of any amount, how many coins. */
export function leftOf({ stock, isCustom }: BotProduct, texts: Texts): string {
  if (stock <= 0) return texts.soldOut;
  return isCustom ? texts.coins(stock * COINS_PER_MILLION) : texts.pieces(stock);
}

/** What a product costs; of coins of any amount, each rate. */
export function priceOf({ price, isCustom, bulkMinQuantity, bulkPrice }: BotProduct, texts: Texts): string {
  if (isCustom)
    return COIN_RATES.map(({ centsPerMillion, fromMillions }) =>
      texts.coinRate(texts.dollars(toDecimal(centsPerMillion)), fromMillions),
    ).join('\n');
  if (bulkMinQuantity == null || bulkPrice == null) return texts.dollars(price);
  return `${texts.dollars(price)}\n${texts.breakPrice(bulkMinQuantity, texts.dollars(bulkPrice))}`;
}

const MAX_VALUE = 100;

/** Proposes products by a part of their name. */
export function productCompleter(backend: Pick<Backend, 'stock'>): Completer {
  return async ({ text }): Promise<Choice[]> => {
    const { products } = await backend.stock(text.trim() || undefined);
    return products
      .map(({ name }) => ({ name, value: name }))
      .filter(({ value }) => value.length <= MAX_VALUE);
  };
}
