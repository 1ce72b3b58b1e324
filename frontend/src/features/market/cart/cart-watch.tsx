import { catalogCalls } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../lib/http/call-api';
import { showToast } from '../../../lib/browser/toast';
import { toLineViews, type CartLineView } from './cart-lines';
import { useCart } from './cart-store';

const nameOf = ({ item, product }: CartLineView): string => product?.name ?? item.name;

/** Key of a line's problem and new price; an unchanged key shows no second toast. */
const alertOf = ({ trouble, change }: CartLineView): string =>
  `${trouble ? JSON.stringify(trouble) : ''} ${change ? change.nowCents : ''}`.trim();

interface CartWatchProps {
  /** True while the open cart or checkout shows the changes itself. */
  readonly quiet: boolean;
}

/**
 * Shows a toast on any page when a cart line sells out, runs short or changes its price. Reads cached
 * products, requests none.
 */
export function CartWatch({ quiet }: CartWatchProps) {
  const { t } = useTranslation('cart');
  const items = useCart((state) => state.items);
  const products = useQuery({ ...callQuery(catalogCalls.products), enabled: false }).data;
  const pool = useQuery({ ...callQuery(catalogCalls.coinStock), enabled: false }).data?.coinStock;
  const lines = useMemo(
    () => (products ? toLineViews(items, products, pool) : undefined),
    [items, products, pool],
  );
  /** Each line's alert at the last check; undefined before the first. */
  const known = useRef<ReadonlyMap<number, string>>(undefined);
  const itemsBefore = useRef(items);

  useEffect(() => {
    if (!lines) return;
    const before = known.current;
    // Compares with the cart before the shopper's own change, which needs no toast.
    const unchanged =
      itemsBefore.current === items ? lines : toLineViews(itemsBefore.current, products, pool);
    itemsBefore.current = items;
    known.current = new Map(lines.map((line) => [line.item.id, alertOf(line)]));
    if (!before || quiet) return;
    const changed = unchanged.filter((line) => {
      const alert = alertOf(line);
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
          ? t('watch.several', { name: nameOf(worst), count: changed.length - 1 })
          : t('watch.one', { name: nameOf(worst) }),
      kind: trouble ? 'error' : 'info',
    });
  }, [lines, items, products, pool, quiet, t]);
  return null;
}
