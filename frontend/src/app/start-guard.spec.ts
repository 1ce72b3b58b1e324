import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { endStart } from '../lib/start-outcome';

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

  it('is told in both languages in place of the first view when it failed, with a way to try again', () => {
    endStart('failed');
    expect(screen.getByRole('alert').textContent).toMatch(/could not be loaded.*nicht geladen/);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    // Scripts that arrive late must not draw over the failure message.
    expect(document.querySelector('#root')).toBeNull();
  });

  it('is told when it hangs, beside the first view, and no more once it came up after all', () => {
    jest.advanceTimersByTime(LATE_MS - 1);
    expect(screen.queryByRole('alert')).toBeNull();
    jest.advanceTimersByTime(1);
    expect(screen.getByRole('alert').textContent).toMatch(/longer than usual.*länger als sonst/);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(document.querySelector('#shell')).not.toBeNull();
    endStart('drawn');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is told once when it was late and then failed', () => {
    jest.advanceTimersByTime(LATE_MS);
    endStart('failed');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
  });

  it.each([
    ['its first script', () => document.createElement('script')],
    ['its styles', () => Object.assign(document.createElement('link'), { rel: 'stylesheet' })],
  ])('is told at once when %s cannot be fetched', (_what, make) => {
    lose(make());
    expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
  });

  it('is not told of a picture that is missing, nor of anything once the shop is drawn', () => {
    lose(document.createElement('img'));
    expect(screen.queryByRole('alert')).toBeNull();
    endStart('drawn');
    lose(document.createElement('script'));
    jest.advanceTimersByTime(LATE_MS * 2);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
