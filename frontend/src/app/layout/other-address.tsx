import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Icon } from '../../components/base/icon';
import { TextLink } from '../../components/base/page';
import { tryOrNull } from '../../lib/storage/browser-store';
import { Banner, BannerRow } from './banner';

/** The shop's own origin, which the server wrote into the page, where the page has another one. */
function otherOrigin(): string | undefined {
  const named = document.querySelector<HTMLMetaElement>('meta[name=shop-url]')?.content;
  const origin = tryOrNull(() => new URL(named ?? '').origin);
  return origin === null || origin === location.origin ? undefined : origin;
}
const never = () => () => undefined;

/** Says on a page under another address which is the shop's: calls and sockets are refused elsewhere. */
export function OtherAddress() {
  const { t } = useTranslation();
  const { pathname, search, hash } = useLocation();
  const origin = useSyncExternalStore(never, otherOrigin, () => undefined);
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
