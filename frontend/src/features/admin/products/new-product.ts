import { COINS_PER_MILLION, type Category } from '@pax/contracts';
import { readPrice, readStock } from '../shared/read-amount';
import { readImage } from './product-filter';

/** What is typed for a new product, before anything is. */
export const EMPTY = { name: '', price: '', stock: '', millions: '', image: '', description: '' };
export type Typed = typeof EMPTY;
const MAX_MILLIONS = 1_000_000;

/** What was typed as the call takes it, or the fields that are wrong. */
export function readNew(category: Category, typed: Typed) {
  const [name, price, image] = [typed.name.trim(), readPrice(typed.price), readImage(typed.image)];
  const [millions = 0, stock] = [readStock(typed.millions), readStock(typed.stock)];
  const isCoins = category === 'coins';
  const wrong = {
    name: name === '',
    price: price === undefined,
    image: image === undefined,
    stock: !isCoins && stock === undefined,
    millions: isCoins && (millions < 1 || millions > MAX_MILLIONS),
  };
  if (name === '' || price === undefined || image === undefined || wrong.millions || wrong.stock)
    return { wrong };
  const goods = isCoins ? { coinValue: millions * COINS_PER_MILLION, amount: `${millions}M` } : { stock };
  return { wrong, body: { name, category, price, image, description: typed.description, ...goods } };
}
