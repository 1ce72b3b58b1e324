import type { BrowserWords } from '@pax/contracts';
import { getParser } from 'bowser';

const DEVICES: Readonly<Record<string, BrowserWords['device']>> = {
  desktop: 'desktop',
  mobile: 'phone',
  tablet: 'tablet',
};
const NOTHING: BrowserWords = { browser: null, system: null, device: 'unknown' };

/** What a stored User-Agent header says, in the words of people: Firefox, Windows, desktop (OWN-364). */
export function browserWordsOf(userAgent: string | null): BrowserWords {
  if (userAgent === null || userAgent.trim() === '') return NOTHING;
  const { browser, os, platform } = getParser(userAgent).getResult();
  return {
    browser: browser.name || null,
    system: os.name || null,
    device: DEVICES[platform.type ?? ''] ?? 'unknown',
  };
}
