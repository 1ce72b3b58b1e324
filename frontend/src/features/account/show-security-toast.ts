import type { SecurityNotice } from '@pax/contracts';
import { i18n, preloadAreas } from '../../i18n/i18n';
import { showToast } from '../../lib/browser/toast';
import { formatDeviceName } from './security/device-name';

/** Shows a toast about a security event of the account, on any page. */
export async function showSecurityToast(notice: SecurityNotice): Promise<void> {
  await preloadAreas('security');
  const t = i18n.getFixedT(null, 'security');
  showToast({
    title: t(`notices.kind.${notice.kind}`),
    description: t('notices.live', { name: formatDeviceName(t, notice) }),
  });
}
