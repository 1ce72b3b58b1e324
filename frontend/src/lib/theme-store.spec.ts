import { beforeEach, describe, expect, it } from '@jest/globals';
import { pretendMedia } from '../test/pretend-media';
import { followTheme, resolveTheme, useTheme } from './theme-store';

const root = document.documentElement;

beforeEach(() => {
  localStorage.clear();
  useTheme.setState({ theme: 'dark' });
});

describe('theme', () => {
  it('is dark by default and follows the choice on the document', () => {
    const stop = followTheme();
    expect(root.classList.contains('dark')).toBe(true);
    useTheme.getState().setTheme('light');
    expect(root.classList.contains('light')).toBe(true);
    expect(root.classList.contains('dark')).toBe(false);
    expect(root.style.colorScheme).toBe('light');
    stop();
    useTheme.getState().setTheme('dark');
    expect(root.classList.contains('light')).toBe(true);
  });

  it('is remembered under its own key, in the form that the boot script reads', () => {
    useTheme.getState().setTheme('system');
    expect(JSON.parse(localStorage.getItem('pax-theme') ?? '{}')).toMatchObject({
      state: { theme: 'system' },
    });
  });

  it('system follows the device', () => {
    const back = pretendMedia('light');
    expect(resolveTheme('system')).toBe('light');
    back();
    expect(resolveTheme('system')).toBe('dark');
  });
});
