import type { CoinStockAnswer, Product } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { COIN_STOCK, PRODUCTS } from '../../lib/api/keys';
import { showToast } from '../../lib/toast';
import { viewLines, type CartLineView } from './cart-lines';
import { useCart } from './cart-store';

const nameOf = ({ item, product }: CartLineView): string => product?.name ?? item.name;

/** What is to be said of a line: its trouble and its new price; the same text twice is news once. */
const newsOf = ({ trouble, change }: CartLineView): string =>
  `${trouble ? JSON.stringify(trouble) : ''} ${change ? change.nowCents : ''}`.trim();

interface CartWatchProps {
  /** The cart or the checkout is open and says it itself. */
  readonly quiet: boolean;
}

/**
 * Says there and then, on any page, that something in the cart sold out, ran short, is gone or costs another amount.
 * Listens to the list that is there and asks for none itself.
 */
export function CartWatch({ quiet }: CartWatchProps) {
  const { t } = useTranslation('cart');
  const items = useCart((state) => state.items);
  const products = useQuery<Product[]>({ queryKey: PRODUCTS, enabled: false }).data;
  const pool = useQuery<CoinStockAnswer>({ queryKey: COIN_STOCK, enabled: false }).data?.coinStock;
  const lines = useMemo(
    () => (products ? viewLines(items, products, pool) : undefined),
    [items, products, pool],
  );
  /** What each line's news were when it was last looked at; undefined before the first look. */
  const known = useRef<ReadonlyMap<number, string>>(undefined);
  const itemsBefore = useRef(items);

  useEffect(() => {
    if (!lines) return;
    const before = known.current;
    // What the shopper changed is no news: others' changes are looked for in the cart as it was (OWN-313).
    const unchanged = itemsBefore.current === items ? lines : viewLines(itemsBefore.current, products, pool);
    itemsBefore.current = items;
    known.current = new Map(lines.map((line) => [line.item.id, newsOf(line)]));
    if (!before || quiet) return;
    const changed = unchanged.filter((line) => {
      const news = newsOf(line);
      return news !== '' && before.has(line.item.id) && before.get(line.item.id) !== news;
    });
    const worst = changed.find(({ trouble }) => trouble) ?? changed[0];
    if (!worst) return;
    const { trouble } = worst;
    const about = trouble?.kind === 'gone' || trouble?.kind === 'soldOut' ? trouble.kind : 'changed';
    showToast({
      title: t(`watch.${about}`),
      description:
        changed.length > 1
          ? t('watch.several', { name: nameOf(worst), count: changed.length - 1 })
          : t('watch.one', { name: nameOf(worst) }),
      kind: trouble ? 'error' : 'info',
    });
  }, [lines, items, products, pool, quiet, t]);
  return null;
}
