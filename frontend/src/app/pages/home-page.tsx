import type { Product, CartItem } from '@pax/contracts';
import { useCallback, useEffect, useRef, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { chakra } from '@chakra-ui/react/styled-system';
import { useRecentlyViewed } from '../../features/market/home/recently-viewed-store';
import { isRecord } from '../../lib/values/is-record';
import { showToast } from '../../lib/browser/toast';
import { Page } from '../../ui/components/base/page';
import { Market } from '../../features/market/catalog/market';
import { useWishlist } from '../../features/market/catalog/wishlist-store';
import { loadWithAreas } from '../../i18n/i18n';
import { useHoldLimits } from '../../lib/http/hold-limits';
import { useCoinStock, useProducts } from '../../lib/http/use-products';
import { useHasBrowserBeenIdle } from '../../lib/hooks/use-has-browser-been-idle';
import { useLastDefined } from '../../lib/hooks/use-last-defined';
import { useReportLoadFailure } from '../../lib/hooks/use-report-load-failure';
import { useDocumentTitle } from '../../lib/hooks/use-title';
import { lazyComponent, LazyMount } from '../../lib/lazy/lazy-component';
import { SilentErrorBoundary } from '../overlays/silent-error-boundary';
import { LazyProductDialog } from '../overlays/lazy-overlays';
import { useCatalogActions } from './use-catalog-actions';

const PARAM = 'product';

const removeProductParameter = (params: URLSearchParams): URLSearchParams => {
  const rest = new URLSearchParams(params);
  rest.delete(PARAM);
  return rest;
};

/**
 * Keeps the open product in the address, for sharing and going back; shows a toast if it is no longer for sale.
 *
 * @param products the current products; undefined until they are loaded
 */
function useOpenProduct(products: readonly Product[] | undefined) {
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
          const next = removeProductParameter(now);
          next.set(PARAM, String(id));
          return next;
        },
        { state: { openedHere: true }, preventScrollReset: true },
      ),
    [setParams],
  );
  // The dialog shows another product in the same step of the history, so that closing leads back to the market.
  const openInstead = useCallback(
    ({ id }: Pick<Product, 'id'>) =>
      setParams((now) => new URLSearchParams([...removeProductParameter(now), [PARAM, String(id)]]), {
        state,
        replace: true,
        preventScrollReset: true,
      }),
    [setParams, state],
  );
  const close = useCallback(() => {
    if (openedHere) void navigate(-1);
    else setParams(removeProductParameter, { replace: true, preventScrollReset: true });
  }, [openedHere, navigate, setParams]);

  const gone = asked !== null && products !== undefined && !opened;
  useEffect(() => {
    if (!gone) return;
    showToast({ title: t('gone.title'), description: t('gone.text') });
    setParams(removeProductParameter, { replace: true, preventScrollReset: true });
  }, [gone, setParams, t]);

  // A view of a product is recorded once per opening, not on every update of the product.
  const noted = useRef<number>(undefined);
  useEffect(() => {
    if (opened && noted.current !== opened.id) useRecentlyViewed.getState().recordProductView(opened);
    noted.current = opened?.id;
  }, [opened]);

  return { opened, open, openInstead, close };
}

const Heading = chakra('h1', {
  base: { textStyle: 'title', pt: { base: '3', md: '5' }, pb: { base: '1', md: '2' } },
});

const Below = chakra('div', { base: { mt: { base: '10', md: '14' }, minHeight: '720px' } });

const LazyHomeBelow = lazyComponent(
  async () =>
    (await loadWithAreas(import('./home-lower-part'), 'home', 'referral', 'loyalty', 'reviews')).HomeBelow,
);

/** Creates a cart item with the smallest quantity of a product, to request the buyer's hold limit for it. */
const toHoldLimitItem = ({ id, isCustom }: Product): CartItem => ({
  id,
  quantity: 1,
  ...(isCustom && { customAmount: 1 }),
});

/** The home page: the market, then recently viewed products, reviews, the referral card and figures. */
export function HomePage() {
  const { t } = useTranslation('shop');
  useDocumentTitle(t('title.home'));
  const wishlist = useWishlist((state) => state.items);
  const wishlisted = useMemo(() => new Set(wishlist.map(({ id }) => id)), [wishlist]);
  const actions = useCatalogActions(wishlisted);
  // The lower part of the page is not visible at first, so it is loaded when the browser is idle.
  const isIdle = useHasBrowserBeenIdle();
  const products = useProducts().data;
  const { opened, open, openInstead, close } = useOpenProduct(products);
  const pool = useCoinStock();
  // The last product stays rendered while its dialog's closing animation runs.
  const last = useLastDefined(opened);
  const asked = useMemo(() => (last ? [toHoldLimitItem(last)] : []), [last]);
  const [limit] = useHoldLimits(asked, opened !== undefined);
  const showPartFailed = useReportLoadFailure();
  const wanted = opened?.id;
  const failed = useCallback(() => {
    close();
    if (wanted !== undefined) showPartFailed(() => open({ id: wanted }));
  }, [close, open, showPartFailed, wanted]);
  return (
    <Page>
      <Heading>{t('market.heading')}</Heading>
      <Market actions={actions} wishlisted={wishlisted} onOpen={open} />
      {last && (
        <LazyMount
          key={last.id}
          of={LazyProductDialog}
          when={opened !== undefined}
          onFail={failed}
          props={{
            product: last,
            pool,
            limit,
            actions,
            open: opened !== undefined,
            onClose: close,
            onOpen: openInstead,
          }}
        />
      )}
      <Below>
        <SilentErrorBoundary>
          <LazyMount of={LazyHomeBelow} when={isIdle} isDeferred props={{ products, onOpen: open }} />
        </SilentErrorBoundary>
      </Below>
    </Page>
  );
}
