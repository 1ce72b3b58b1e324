import { catalogCalls } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOptionsFor } from '../../../lib/http/call-api';
import { showToast } from '../../../lib/browser/toast';
import { toLineViews, type CartLineView } from './cart-lines';
import { useCart } from './cart-store';

const productNameOf = ({ item, product }: CartLineView): string => product?.name ?? item.name;

/** Returns a key of the line's problem and new price; while the key is unchanged, no second toast is shown. */
const lineAlertKeyOf = ({ trouble, change }: CartLineView): string =>
  `${trouble ? JSON.stringify(trouble) : ''} ${change ? change.nowCents : ''}`.trim();

interface CartChangeToastsProps {
  /** True while cart or checkout is open, because they show the changes themselves. */
  readonly quiet: boolean;
}

/** Shows a toast on any page when a cart line sells out, gets short or changes its price. Uses cached products only. */
export function CartChangeToasts({ quiet }: CartChangeToastsProps) {
  const { t } = useTranslation('cart');
  const items = useCart((state) => state.items);
  const products = useQuery({ ...queryOptionsFor(catalogCalls.products), enabled: false }).data;
  const pool = useQuery({ ...queryOptionsFor(catalogCalls.coinStock), enabled: false }).data?.coinStock;
  const lines = useMemo(
    () => (products ? toLineViews(items, products, pool) : undefined),
    [items, products, pool],
  );
  /** Problem of each cart line at the last check, by product id; undefined before the first check. */
  const known = useRef<ReadonlyMap<number, string>>(undefined);
  const itemsBefore = useRef(items);

  useEffect(() => {
    if (!lines) return;
    const before = known.current;
    // A change made by the shopper needs no toast, so the check uses the cart from before that change.
    const unchanged =
      itemsBefore.current === items ? lines : toLineViews(itemsBefore.current, products, pool);
    itemsBefore.current = items;
    known.current = new Map(lines.map((line) => [line.item.id, lineAlertKeyOf(line)]));
    if (!before || quiet) return;
    const changed = unchanged.filter((line) => {
      const alert = lineAlertKeyOf(line);
      return alert !== '' && before.has(line.item.id) && before.get(line.item.id) !== alert;
    });
    const worst = changed.find(({ trouble }) => trouble) ?? changed[0];
    if (!worst) return;
    const { trouble } = worst;
    const about = trouble?.kind === 'gone' || trouble?.kind === 'soldOut' ? trouble.kind : 'changed';
    showToast({
      title: t(`watch.${about}`),
      description:
        changed.length > 1
          ? t('watch.several', { name: productNameOf(worst), count: changed.length - 1 })
          : t('watch.one', { name: productNameOf(worst) }),
      kind: trouble ? 'error' : 'info',
    });
  }, [lines, items, products, pool, quiet, t]);
  return null;
}
