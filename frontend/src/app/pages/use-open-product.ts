import type { Product } from '@pax/contracts';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useRecentlyViewed } from '../../features/market/home/recently-viewed-store';
import { isRecord } from '../../lib/values/guards';
import { showToast } from '../../lib/browser/toast';

const PARAM = 'product';

const without = (params: URLSearchParams): URLSearchParams => {
  const rest = new URLSearchParams(params);
  rest.delete(PARAM);
  return rest;
};

/**
 * The open product, kept in the address so that it can be shared and going back closes it; reports a product
 * no longer for sale.
 *
 * @param products the current products; undefined while unknown
 */
export function useOpenProduct(products: readonly Product[] | undefined) {
  const { t } = useTranslation('shop');
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const asked = params.get(PARAM);
  const opened = asked === null ? undefined : products?.find(({ id }) => String(id) === asked);
  const openedHere = isRecord(state) && state['openedHere'] === true;

  const open = useCallback(
    ({ id }: Pick<Product, 'id'>) =>
      setParams(
        (now) => {
          const next = without(now);
          next.set(PARAM, String(id));
          return next;
        },
        { state: { openedHere: true }, preventScrollReset: true },
      ),
    [setParams],
  );
  const close = useCallback(() => {
    if (openedHere) void navigate(-1);
    else setParams(without, { replace: true, preventScrollReset: true });
  }, [openedHere, navigate, setParams]);

  const gone = asked !== null && products !== undefined && !opened;
  useEffect(() => {
    if (!gone) return;
    showToast({ title: t('gone.title'), description: t('gone.text') });
    setParams(without, { replace: true, preventScrollReset: true });
  }, [gone, setParams, t]);

  // Recorded once per opening, not on every product update.
  const noted = useRef<number>(undefined);
  useEffect(() => {
    if (opened && noted.current !== opened.id) useRecentlyViewed.getState().view(opened);
    noted.current = opened?.id;
  }, [opened]);

  return { opened, open, close };
}
