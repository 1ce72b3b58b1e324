import { useTranslation } from 'react-i18next';
import { Button } from '../../components/base/button';
import { Icon } from '../../components/base/icon';
import { useUnknownSession } from '../../lib/http/current-user';
import { Banner, BannerRow } from './banner';

/** Shown when the request for the current user failed, with a retry button. */
export function SessionUnknown() {
  const { t } = useTranslation();
  const { isUnknown, isAsking, ask } = useUnknownSession();
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
