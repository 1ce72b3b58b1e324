import { COIN_RATES, COINS_PER_MILLION, toDecimal, type BotProduct } from '@pax/contracts';
import type { Backend } from '../shop/backend.js';
import type { Choice, Completer } from './command.js';
import type { Texts } from './texts.js';

/** The stock of a product in words: pieces, or coins for a product sold in any amount. */
export function leftOf({ stock, isCustom }: BotProduct, texts: Texts): string {
  if (stock <= 0) return texts.soldOut;
  return isCustom ? texts.coins(stock * COINS_PER_MILLION) : texts.pieces(stock);
}

/** The price of a product in words; for coins sold in any amount, every rate. */
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
