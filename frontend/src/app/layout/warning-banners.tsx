import { useSyncExternalStore } from 'react';
import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Button } from '../../ui/components/base/button';
import { Icon } from '../../ui/components/base/icon';
import { Page, TextLink } from '../../ui/components/base/page';
import { useCurrentUserFailure } from '../../lib/http/current-user';
import { tryOrNull } from '../../lib/storage/browser-storage';

function subscribeToOnlineState(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** True while the browser has any network connection. */
const useIsOnline = (): boolean =>
  useSyncExternalStore(
    subscribeToOnlineState,
    () => navigator.onLine,
    () => true,
  );

/** Base of the warning banners, which stand below the header on every page. */
const Banner = chakra('div', {
  base: { bg: 'raised', borderBottomWidth: '1px', borderColor: 'accent', textStyle: 'small' },
});
const BannerRow = chakra(Page, {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2',
    py: '2',
    _icon: { flexShrink: '0' },
  },
});

/** Banner shown while the browser is offline. */
export function OfflineBanner() {
  const { t } = useTranslation('shop');
  const online = useIsOnline();
  return (
    <div role="status">
      {!online && (
        <Banner>
          <BannerRow flexWrap="nowrap">
            <Icon name="alert" size={18} />
            {t('offline')}
          </BannerRow>
        </Banner>
      )}
    </div>
  );
}

/**
 * Returns the shop's own origin, which the server wrote into the page; undefined if the page was loaded from that
 * origin.
 */
function findShopOrigin(): string | undefined {
  const named = document.querySelector<HTMLMetaElement>('meta[name=shop-url]')?.content;
  const origin = tryOrNull(() => new URL(named ?? '').origin);
  return origin === null || origin === location.origin ? undefined : origin;
}
const subscribeToNothing = () => () => undefined;

/**
 * Banner with a link to the shop's own address, shown at another origin, from which the server refuses calls and
 * sockets.
 */
export function OtherOriginBanner() {
  const { t } = useTranslation();
  const { pathname, search, hash } = useLocation();
  const origin = useSyncExternalStore(subscribeToNothing, findShopOrigin, () => undefined);
  if (origin === undefined) return null;
  return (
    <Banner role="status">
      <BannerRow>
        <Icon name="info" size={18} />
        <span>{t('otherAddress')}</span>
        <TextLink href={origin + pathname + search + hash}>{origin}</TextLink>
      </BannerRow>
    </Banner>
  );
}

/** Banner with a retry button, shown when the request for the current user failed. */
export function SessionUnknownBanner() {
  const { t } = useTranslation();
  const { isUnknown, isAsking, ask } = useCurrentUserFailure();
  return (
    <div role="status">
      {isUnknown && (
        <Banner>
          <BannerRow>
            <Icon name="alert" size={18} />
            {t('sessionUnknown')}
            <Button size="sm" icon="refresh" loading={isAsking} onClick={ask}>
              {t('retry')}
            </Button>
          </BannerRow>
        </Banner>
      )}
    </div>
  );
}
