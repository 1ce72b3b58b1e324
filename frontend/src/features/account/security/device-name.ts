import type { BrowserInfo } from '@pax/contracts';
import type { TFunction } from 'i18next';
import type { IconName } from '../../../components/icon-paths';

/** A browser in words: "Firefox on Windows", or as much of it as is known. */
export function deviceName(
  t: TFunction<'security'>,
  { browser, system }: Pick<BrowserInfo, 'browser' | 'system'>,
): string {
  if (browser !== null && system !== null) return t('device.both', { browser, system });
  return browser ?? system ?? t('device.unknown');
}

export const deviceIcon = ({ device }: Pick<BrowserInfo, 'device'>): IconName =>
  device === 'phone' || device === 'tablet' ? 'phone' : device === 'desktop' ? 'monitor' : 'globe';
