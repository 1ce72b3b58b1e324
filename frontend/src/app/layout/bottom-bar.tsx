import { chakra } from '@chakra-ui/react/styled-system';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { accountTabOf } from '../../features/account/account-tab';
import { openLoyaltyDashboard } from '../../features/account/loyalty/open-loyalty-dashboard';
import { countPieces } from '../../features/market/cart/cart-items';
import { useCart } from '../../features/market/cart/cart-store';
import { loadWithAreas } from '../../i18n/i18n';
import { dismissToast } from '../../lib/browser/toast';
import { useHasBrowserBeenIdle } from '../../lib/hooks/use-has-browser-been-idle';
import { useMediaQuery } from '../../lib/hooks/use-media-query';
import { useReportLoadFailure } from '../../lib/hooks/use-report-load-failure';
import { useCurrentUser } from '../../lib/http/current-user';
import { useOwnOrders } from '../../lib/http/use-own-orders';
import { lazyComponent, LazyMount } from '../../lib/lazy/lazy-component';
import { Icon, type IconName } from '../../ui/components/base/icon';
import { LOW_WINDOW, WIDE } from '../../ui/theme/media-queries';
import { useDashboardRoute } from '../overlays/use-dashboard-route';
import { CountMark, formatCountMark } from '../../ui/components/base/count-mark';

const LazyMeSheet = lazyComponent(async () => (await loadWithAreas(import('./me-sheet'), 'home')).MeSheet);

/** Room for the fixed bar at the end of the page, so that the bar covers nothing there. */
const Room = chakra('div', {
  base: {
    display: { base: 'block', lg: 'none' },
    height: 'calc(57px + env(safe-area-inset-bottom))',
    [LOW_WINDOW]: { height: 'auto' },
  },
});
const Bar = chakra('nav', {
  base: {
    // Fixed instead of sticky, because audits count what lies below a sticky bar as covered.
    position: 'fixed',
    insetX: '0',
    bottom: '0',
    zIndex: 'header',
    display: 'flex',
    justifyContent: 'space-between',
    px: '1',
    pb: 'env(safe-area-inset-bottom)',
    bg: 'bg',
    borderTopWidth: '1px',
    borderColor: 'line',
    [LOW_WINDOW]: { position: 'static' },
  },
});
const entry = {
  base: {
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'center',
    gap: '0.5',
    flex: '1 1 auto',
    minWidth: '44px',
    height: '56px',
    color: 'muted',
    fontWeight: 'medium',
    lineHeight: '1.2',
    // All five names fit, whatever the size of the letters.
    fontSize: 'min(0.75rem, 3.75vw)',
    '&[aria-current]': { color: 'accent', boxShadow: 'inset 0 2px 0 var(--pax-colors-accent)' },
    _focusVisible: { outlineOffset: '-2px' },
  },
} as const;
const Target = chakra(Link, entry);
const Act = chakra('button', entry);
// Above the word, but after it in the text: the button's name begins with the word and goes on with the count.
const Mark = chakra('span', { base: { position: 'relative', order: '-1' } });

const renderContent = (icon: IconName, label: string, count = 0) => (
  <>
    <span aria-hidden="true">{`${label} `}</span>
    <Mark aria-hidden="true">
      <Icon name={icon} size={22} />
      {count > 0 && (
        <CountMark insetEnd="-13px" minWidth="16px" lineHeight="16px">
          {formatCountMark(count)}
        </CountMark>
      )}
    </Mark>
  </>
);

/** Counts the account's orders that are not delivered yet; loaded on phones only, after the first view. */
function useOpenOrderCount(isSignedIn: boolean): number {
  const isIdle = useHasBrowserBeenIdle();
  const isWide = useMediaQuery(WIDE);
  const orders = useOwnOrders(isSignedIn && isIdle && !isWide).data;
  return isSignedIn
    ? (orders?.filter(({ status }) => status === 'pending' || status === 'processing').length ?? 0)
    : 0;
}

type Place = 'market' | 'rewards' | 'orders';

/** The bar's entry that the shown page belongs to. */
function useCurrentPlace(): Place | undefined {
  const { pathname, search, hash } = useLocation();
  const isDashboard = useDashboardRoute() !== undefined;
  if (pathname === '/') return isDashboard ? 'rewards' : 'market';
  return pathname === '/account' && accountTabOf(search, hash) === 'orders' ? 'orders' : undefined;
}

/** Bar at the bottom of a phone's page: market, rewards, cart, orders, and the sheet with everything else. */
export function BottomBar() {
  const { t } = useTranslation('shop');
  const me = useCurrentUser();
  const openCart = useCart((state) => state.open);
  const pieces = useCart((state) => countPieces(state.items));
  const orders = useOpenOrderCount(me != null);
  const [isMeOpen, setMeOpen] = useState(false);
  const showPartFailed = useReportLoadFailure();
  const meFailed = useCallback(() => {
    setMeOpen(false);
    showPartFailed(() => setMeOpen(true));
  }, [showPartFailed]);
  const current = useCurrentPlace();
  const markCurrent = (place: Place) => (place === current ? 'page' : undefined);
  return (
    <>
      <Room>
        <Bar aria-label={t('bar.label')}>
          <Target to="/" aria-label={t('bar.market')} aria-current={markCurrent('market')}>
            {renderContent('home', t('bar.market'))}
          </Target>
          <Act
            type="button"
            aria-label={t('bar.rewards')}
            aria-current={markCurrent('rewards')}
            onClick={() => openLoyaltyDashboard()}
          >
            {renderContent('star', t('bar.rewards'))}
          </Act>
          <Act
            type="button"
            aria-label={t('nav.cart', { count: pieces })}
            aria-haspopup="dialog"
            onClick={() => {
              dismissToast();
              openCart();
            }}
          >
            {renderContent('cart', t('bar.cart'), pieces)}
          </Act>
          <Target
            to="/account"
            aria-label={t('bar.openOrders', { count: orders })}
            aria-current={markCurrent('orders')}
          >
            {renderContent('box', t('bar.orders'), orders)}
          </Target>
          <Act type="button" aria-label={t('bar.me')} aria-haspopup="dialog" onClick={() => setMeOpen(true)}>
            {renderContent('user', t('bar.me'))}
          </Act>
        </Bar>
      </Room>
      <LazyMount
        of={LazyMeSheet}
        when={isMeOpen}
        onFail={meFailed}
        props={{ open: isMeOpen, onClose: () => setMeOpen(false) }}
      />
    </>
  );
}
