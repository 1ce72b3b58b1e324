import type { BrowserInfo } from '@pax/contracts';
import type { TFunction } from 'i18next';
import type { IconName } from '../../../ui/components/base/icon';

/** Returns a readable device name such as "Firefox on Windows" from a user agent, as far as it can be recognised. */
export function formatDeviceName(
  t: TFunction<'security'>,
  { browser, system }: Pick<BrowserInfo, 'browser' | 'system'>,
): string {
  if (browser !== null && system !== null) return t('device.both', { browser, system });
  return browser ?? system ?? t('device.unknown');
}

export const chooseDeviceIcon = ({ device }: Pick<BrowserInfo, 'device'>): IconName =>
  device === 'phone' || device === 'tablet' ? 'phone' : device === 'desktop' ? 'monitor' : 'globe';
