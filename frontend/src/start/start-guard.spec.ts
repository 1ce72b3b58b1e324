import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { reportStartOutcome } from './view/report-start-outcome';

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

const script = (): HTMLElement => document.createElement('script');
const styles = (): HTMLElement => Object.assign(document.createElement('link'), { rel: 'stylesheet' });
/** Marked as the build marks entry files. */
function ofShop(part: HTMLElement): HTMLElement {
  part.dataset['entry'] = '';
  return part;
}

describe('a start that does not come to its end (OWN-286)', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    document.body.innerHTML = '<div id="root"><div id="shell" aria-hidden="true">…</div></div>';
    boot();
  });
  afterEach(() => {
    // Ends the listening of this start; the next one has a page of its own.
    reportStartOutcome('failed');
    jest.useRealTimers();
  });

  it('replaces the first view by a message in both languages with a reload button when it failed', () => {
    reportStartOutcome('failed');
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
    reportStartOutcome('drawn');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows one message when it was late and then failed', () => {
    jest.advanceTimersByTime(LATE_MS);
    reportStartOutcome('failed');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
  });

  it.each([
    ['its first script', script],
    ['its styles', styles],
  ])('shows a message at once when %s fails to load', (_what, make) => {
    lose(ofShop(make()));
    expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
  });

  it('ignores what others added and a missing picture', () => {
    for (const part of [script(), styles(), document.createElement('img')]) lose(part);
    dispatchEvent(new Event('error'));
    expect(screen.queryByRole('alert')).toBeNull();
    lose(ofShop(script()));
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('ignores files and time once the shop is rendered, but not a page that falls over as a whole (OWN-286)', () => {
    reportStartOutcome('drawn');
    lose(ofShop(script()));
    jest.advanceTimersByTime(LATE_MS * 2);
    expect(screen.queryByRole('alert')).toBeNull();
    reportStartOutcome('failed');
    expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
  });
});
