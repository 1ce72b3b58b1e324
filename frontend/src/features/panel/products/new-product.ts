import type { Category } from '@pax/contracts';
import { readPrice, readStock } from '../shared/read-amount';
import { EMPTY as NO_FIELDS, readFields } from './product-fields';
import { readImage } from './product-filter';

/** The empty form of a new product. */
export const EMPTY = {
  ...NO_FIELDS,
  name: '',
  price: '',
  originalPrice: '',
  stock: '',
  image: '',
  description: '',
  isCustom: false,
  isHidden: false,
};
export type Typed = typeof EMPTY;

/** The typed product as the call takes it, without fields left at their preset, or the fields that are wrong. */
export function readNew(category: Category, typed: Typed) {
  const [name, price, image] = [typed.name.trim(), readPrice(typed.price), readImage(typed.image)];
  const originalPrice = typed.originalPrice.trim() === '' ? null : readPrice(typed.originalPrice);
  const stock = readStock(typed.stock);
  const isCoins = category === 'coins';
  const isCustom = isCoins && typed.isCustom;
  const more = readFields(typed, { category, price, originalPrice: originalPrice ?? null, isCustom });
  const own = {
    name: name === '',
    price: price === undefined,
    originalPrice:
      originalPrice === undefined
        ? ('invalid.price' as const)
        : originalPrice !== null && price !== undefined && Number(originalPrice) <= Number(price)
          ? ('fault.originalNotDearer' as const)
          : undefined,
    image: image === undefined,
    stock: !isCoins && stock === undefined,
  };
  const isWrong = own.originalPrice !== undefined || own.stock || Object.keys(more.wrong).length > 0;
  if (name === '' || price === undefined || image === undefined || isWrong) return { own, wrong: more.wrong };
  const goods = {
    ...more.values,
    originalPrice,
    ...(isCustom && { isCustom }),
    ...(typed.isHidden && { isHidden: true }),
    ...(!isCoins && { stock }),
  };
  const given = Object.fromEntries(Object.entries(goods).filter(([, value]) => value != null));
  return {
    own,
    wrong: more.wrong,
    body: { name, category, price, image, description: typed.description, ...given },
  };
}
