import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { addToCart } from '../../features/market/cart/add-to-cart';
import { useCart } from '../../features/market/cart/cart-store';
import { showToast } from '../../lib/browser/toast';
import { useCoinStock, useProducts } from '../../lib/http/use-products';

/** A line of a former purchase: pieces, or whole millions of coins that are sold in any amount. */
export interface FormerLine {
  readonly id: number;
  readonly name: string;
  readonly quantity: number;
  readonly customAmount?: number | undefined;
}

/** Number of products that the toast names; the others are counted. */
const MAX_NAMES = 3;

/**
 * Returns a function that puts the goods of a former purchase into the cart, as far as they are sold, and says what is
 * missing; undefined until the products are loaded. A line that holds as much already stays as it is.
 */
export function useBuyAgain(): ((lines: readonly FormerLine[]) => void) | undefined {
  const { t } = useTranslation('cart');
  const { data: products } = useProducts();
  const pool = useCoinStock();
  const buyAgain = useCallback(
    (lines: readonly FormerLine[]) => {
      const missing = { gone: new Set<string>(), soldOut: new Set<string>(), fewer: new Set<string>() };
      let kept = 0;
      for (const { id, name, quantity, customAmount = 1 } of lines) {
        const product = products?.find((one) => one.id === id);
        if (!product) {
          missing.gone.add(name);
          continue;
        }
        const line = useCart.getState().items.find((item) => item.id === id);
        const held = product.isCustom ? Number(line?.customAmount ?? 0) : (line?.quantity ?? 0);
        const wanted = product.isCustom ? customAmount : quantity;
        if (held >= wanted) {
          kept += 1;
          continue;
        }
        const added = addToCart(product, product.isCustom ? wanted : wanted - held, pool);
        if (added.held > 0) kept += 1;
        if (added.isCapped) missing[added.held > 0 ? 'fewer' : 'soldOut'].add(product.name);
      }
      const sentences = (['gone', 'soldOut', 'fewer'] as const).flatMap((why) => {
        const [names, more] = [[...missing[why]].slice(0, MAX_NAMES), missing[why].size - MAX_NAMES];
        if (names.length === 0) return [];
        return t(`again.${why}`, { names: more > 0 ? `${names.join(', ')} +${more}` : names.join(', ') });
      });
      if (kept === 0) showToast({ title: t('again.none'), description: sentences.join(' '), kind: 'error' });
      else {
        if (sentences.length > 0) showToast({ title: t('again.part'), description: sentences.join(' ') });
        useCart.getState().open();
      }
    },
    [products, pool, t],
  );
  return products && buyAgain;
}
