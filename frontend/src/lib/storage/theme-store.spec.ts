import { beforeEach, describe, expect, it } from '@jest/globals';
import { mockChangingMediaQuery } from '../../test/mock-media-queries';
import { followTheme, resolveTheme, THEME_KEY, useTheme } from './theme-store';

const root = document.documentElement;
const shown = () => (root.classList.contains('dark') ? 'dark' : 'light');

beforeEach(() => {
  localStorage.clear();
  useTheme.setState({ theme: 'dark' });
});

describe('theme', () => {
  it('is dark by default and follows the choice on the document (SHOP-1.15, SHOP-4.19)', () => {
    expect(useTheme.getInitialState().theme).toBe('dark');
    const stop = followTheme();
    expect(shown()).toBe('dark');
    useTheme.getState().setTheme('light');
    expect(shown()).toBe('light');
    expect(root.classList.contains('dark')).toBe(false);
    expect(root.style.colorScheme).toBe('light');
    stop();
    useTheme.getState().setTheme('dark');
    expect(shown()).toBe('light');
  });

  it('is remembered under its own key, in the form that the boot script reads (SHOP-4.19, SHOP-9.40)', async () => {
    useTheme.getState().setTheme('system');
    expect(JSON.parse(localStorage.getItem(THEME_KEY) ?? '{}')).toMatchObject({ state: { theme: 'system' } });
    localStorage.setItem(THEME_KEY, JSON.stringify({ state: { theme: 'light' }, version: 0 }));
    await useTheme.persist.rehydrate();
    expect(useTheme.getState().theme).toBe('light');
  });

  it('system follows the device, also while the page is open (SHOP-4.20)', () => {
    const device = mockChangingMediaQuery('(prefers-color-scheme: light)', true);
    useTheme.setState({ theme: 'system' });
    const stop = followTheme();
    expect(resolveTheme('system')).toBe('light');
    expect(shown()).toBe('light');
    device.setMatches(false);
    expect(shown()).toBe('dark');
    device.setMatches(true);
    expect([shown(), root.style.colorScheme]).toEqual(['light', 'light']);
    stop();
    device.restore();
  });

  it.each([
    'no json at all',
    '5',
    'null',
    '[]',
    '{"state":{"theme":"purple"},"version":0}',
    '{"state":null,"version":0}',
    '{"state":{"theme":7},"version":9}',
  ])('stays what it was when the browser kept %s', async (kept) => {
    localStorage.setItem(THEME_KEY, kept);
    await useTheme.persist.rehydrate();
    expect(useTheme.getState().theme).toBe('dark');
  });
});
