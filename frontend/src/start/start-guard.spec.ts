import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { endStart } from './view/start-outcome';

const code = readFileSync(`${__dirname}/../../public/theme-boot.js`, 'utf8');

/** Time after which a start counts as late, ms. */
const LATE_MS = 8_000;

function boot(): void {
  const script = document.createElement('script');
  script.textContent = code;
  document.head.append(script);
  script.remove();
}

/** The browser's error event for a file that failed to load. */
function lose(element: HTMLElement): void {
  document.head.append(element);
  element.dispatchEvent(new Event('error'));
  element.remove();
}

describe('a start that does not come to its end (OWN-301)', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    document.body.innerHTML = '<div id="root"><div id="shell" aria-hidden="true">…</div></div>';
    boot();
  });
  afterEach(() => {
    endStart('drawn');
    jest.useRealTimers();
  });

  it('replaces the first view by a message in both languages with a reload button when it failed', () => {
    endStart('failed');
    expect(screen.getByRole('alert').textContent).toMatch(/could not be loaded.*nicht geladen/);
    expect(screen.getByRole('button', { name: 'Try again / Erneut versuchen' })).toBeTruthy();
    // Scripts that arrive late must not draw over the failure message.
    expect(document.querySelector('#root')).toBeNull();
  });

  it('shows a message next to the first view when it hangs, and removes it once it succeeds', () => {
    jest.advanceTimersByTime(LATE_MS - 1);
    expect(screen.queryByRole('alert')).toBeNull();
    jest.advanceTimersByTime(1);
    expect(screen.getByRole('alert').textContent).toMatch(/longer than usual.*länger als sonst/);
    expect(screen.getByRole('button', { name: 'Try again / Erneut versuchen' })).toBeTruthy();
    expect(document.querySelector('#shell')).not.toBeNull();
    endStart('drawn');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows one message when it was late and then failed', () => {
    jest.advanceTimersByTime(LATE_MS);
    endStart('failed');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
  });

  it.each([
    ['its first script', () => document.createElement('script')],
    ['its styles', () => Object.assign(document.createElement('link'), { rel: 'stylesheet' })],
  ])('shows a message at once when %s fails to load', (_what, make) => {
    lose(make());
    expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
  });

  it('ignores a missing picture, and everything once the shop is rendered', () => {
    lose(document.createElement('img'));
    expect(screen.queryByRole('alert')).toBeNull();
    endStart('drawn');
    lose(document.createElement('script'));
    jest.advanceTimersByTime(LATE_MS * 2);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
