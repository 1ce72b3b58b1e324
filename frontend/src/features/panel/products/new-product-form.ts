import type { Category } from '@pax/contracts';
import { parsePrice, parseStock } from '../shared/amount-parsers';
import { EMPTY_FIELDS as NO_FIELDS, parseProductFields } from './product-fields';
import { parseImageAddress } from './product-filter';

/** Empty values of the form for a new product. */
export const EMPTY_PRODUCT = {
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
export type TypedProduct = typeof EMPTY_PRODUCT;

/** Converts the typed fields of a new product into the call's input, without defaults, and returns invalid fields. */
export function parseNewProduct(category: Category, typed: TypedProduct) {
  const [name, price, image] = [typed.name.trim(), parsePrice(typed.price), parseImageAddress(typed.image)];
  const originalPrice = typed.originalPrice.trim() === '' ? null : parsePrice(typed.originalPrice);
  const stock = parseStock(typed.stock);
  const isCoins = category === 'coins';
  const isCustom = isCoins && typed.isCustom;
  const more = parseProductFields(typed, { category, price, originalPrice: originalPrice ?? null, isCustom });
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
