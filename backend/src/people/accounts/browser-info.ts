import type { BrowserInfo } from '@pax/contracts';
import { getParser } from 'bowser';

const DEVICES: Readonly<Record<string, BrowserInfo['device']>> = {
  desktop: 'desktop',
  mobile: 'phone',
  tablet: 'tablet',
};
const UNKNOWN_BROWSER: BrowserInfo = { browser: null, system: null, device: 'unknown' };

/** Parses browser, system and device from a stored User-Agent header, such as Firefox, Windows, desktop. */
export function parseBrowserInfo(userAgent: string | null): BrowserInfo {
  if (userAgent === null || userAgent.trim() === '') return UNKNOWN_BROWSER;
  const { browser, os, platform } = getParser(userAgent).getResult();
  return {
    browser: browser.name || null,
    system: os.name || null,
    device: DEVICES[platform.type ?? ''] ?? 'unknown',
  };
}
