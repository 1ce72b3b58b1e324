import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/base/icon';
import { useOnline } from '../../lib/hooks/use-online';
import { Banner, BannerRow } from './banner';

/** Shown while the browser is offline. */
export function OfflineHint() {
  const { t } = useTranslation('shop');
  const online = useOnline();
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
