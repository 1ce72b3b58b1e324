import { chakra } from '@chakra-ui/react/styled-system';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../../ui/components/feedback/error-boundary';
import { useCurrentUser } from '../../lib/http/current-user';
import { HydrationMarker, markHydrated } from '../../start/view/first-view';
import { SilentErrorBoundary } from '../overlays/silent-error-boundary';
import { BottomBar } from './bottom-bar';
import { Footer } from './footer';
import { Header } from './header';
import { IntroBanner } from './intro-banner';
import { ReferralSlot } from './referral-slot';
import { OfflineBanner, OtherOriginBanner, SessionUnknownBanner } from './warning-banners';
import { TextElement } from '../../ui/components/base/text-element';
import { Button } from '../../ui/components/base/button';
import { Page } from '../../ui/components/base/page';
import { Loading, SkeletonText } from '../../ui/components/feedback/skeleton';

const Column = chakra('div', {
  base: {
    '--header': { base: '56px', md: '64px' },
    display: 'flex',
    flexDirection: 'column',
    minHeight: '100dvh',
    // Print styles that hide header and footer, so that only the page's content is printed.
    _print: { minHeight: '0', '& > :not(main)': { display: 'none' } },
  },
});
const Main = chakra('main', {
  base: { flex: '1', outline: 'none', minHeight: { base: '70dvh', _print: '0' } },
});
const Skip = chakra('a', {
  base: {
    position: 'fixed',
    top: '2',
    insetStart: '2',
    zIndex: 'toast',
    px: '4',
    py: '3',
    bg: 'accent',
    color: 'onAccent',
    fontWeight: 'semibold',
    _focus: { transform: 'none' },
    transform: 'translateY(-200%)',
  },
});

/** Delay after which a slow load is announced, ms. */
const SLOW_MS = 8_000;

const Slow = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', mt: '6' },
});

/** Placeholder while a page's code or messages load; offers a reload when loading takes too long. */
export function PageLoading() {
  const { t } = useTranslation();
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Page py="10">
      <Loading>
        <SkeletonText lines={5} />
      </Loading>
      {isSlow && (
        <Slow role="alert">
          <p>{t('slow')}</p>
          <Button icon="refresh" onClick={() => location.reload()}>
            {t('reload')}
          </Button>
        </Slow>
      )}
    </Page>
  );
}

/**
 * Layout of header, page, footer and the phone's bottom bar. An error in a page does not affect the layout; each page
 * opens scrolled to the top.
 */
export function AppLayout({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('shop');
  const { pathname } = useLocation();
  const me = useCurrentUser();
  const opened = useRef(pathname);
  useEffect(() => {
    if (opened.current === pathname) return;
    opened.current = pathname;
    scrollTo(0, 0);
  }, [pathname]);
  const body = (
    <ErrorBoundary
      key={pathname}
      onError={(error) => {
        markHydrated();
        globalThis.reportError(error);
      }}
    >
      <Suspense fallback={<PageLoading />}>
        {children}
        <HydrationMarker />
      </Suspense>
    </ErrorBoundary>
  );
  // The admin panel is rendered without this layout, because it has its own header and navigation.
  if (pathname === '/admin')
    return (
      <>
        <OtherOriginBanner />
        <SessionUnknownBanner />
        <TextElement>{body}</TextElement>
      </>
    );
  return (
    <Column>
      <Skip href="#main">{t('nav.skip')}</Skip>
      <SilentErrorBoundary>
        <Header />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        {pathname === '/' && !me && (
          <>
            <IntroBanner />
            <ReferralSlot />
          </>
        )}
        <OtherOriginBanner />
        <OfflineBanner />
        <SessionUnknownBanner />
      </SilentErrorBoundary>
      <Main id="main" tabIndex={-1}>
        {body}
      </Main>
      <SilentErrorBoundary>
        <Footer />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <BottomBar />
      </SilentErrorBoundary>
    </Column>
  );
}
