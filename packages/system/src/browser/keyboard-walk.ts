import type { Page } from 'playwright-core';

/** More stops than any screen has. */
const MAX_STOPS = 250;
/** So many presses of Tab for one question to the page. */
const AT_ONCE = 10;

declare global {
  interface Window {
    /** A walk with Tab over the page: what is wrong so far, and whether it came round. */
    tabWalk: {
      readonly faults: string[];
      ends: number;
      isOver: boolean;
      last?: Element;
      stop: () => void;
    };
  }
}

/**
 * What somebody without a mouse finds wrong with a screen: a stop without a visible focus, a control that Tab never
 * comes to, or a way that does not end; a line each.
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
  await beginWalk(page);
  let isOver = false;
  for (let count = 0; count < MAX_STOPS && !isOver; count += AT_ONCE) {
    for (let press = 0; press < AT_ONCE; press += 1) await page.keyboard.press('Tab');
    isOver = await page.evaluate(() => window.tabWalk.isOver);
  }
  const faults = await page.evaluate(() => {
    window.tabWalk.stop();
    return window.tabWalk.faults;
  });
  if (!isOver) return [...faults, `still going after ${MAX_STOPS} stops`];
  const missed = await page.evaluate(() => {
    const dialog = [...document.querySelectorAll('[role=dialog][data-state=open]')].at(-1);
    const controls = [
      ...(dialog ?? document).querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary',
      ),
    ];
    return (
      controls
        .filter(
          (control) =>
            control.tabIndex >= 0 &&
            !control.matches(':disabled, [aria-hidden=true] *, [inert] *, [hidden] *'),
        )
        .filter((control) => control.checkVisibility({ visibilityProperty: true }))
        // Of a group of radios Tab stops at one.
        .filter((control) => !control.matches('[type=radio]'))
        .filter((control) => !control.hasAttribute('data-walked'))
        .map(
          (control) =>
            `${control.tagName.toLowerCase()} "${(control.ariaLabel ?? control.textContent).trim().slice(0, 40)}" is never reached`,
        )
    );
  });
  return [...faults, ...missed];
}

/** Lets the page note itself where each Tab leads: asking it after each one took as long as the walk. */
async function beginWalk(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    getSelection()?.removeAllRanges();
    for (const old of document.querySelectorAll('[data-walked]')) old.removeAttribute('data-walked');
    const note = ({ key }: KeyboardEvent): void => {
      const walk = window.tabWalk;
      if (key !== 'Tab' || walk.isOver) return;
      const element = document.activeElement;
      // A walk may begin in the middle: behind the end it goes on at the first stop.
      if (element === null || element === document.body) {
        walk.ends += 1;
        walk.isOver = walk.ends === 2;
        return;
      }
      // A date's parts are stops within one field; a field that keeps the focus ends the walk as too long.
      if (element === walk.last) return;
      walk.last = element;
      walk.isOver = element.hasAttribute('data-walked');
      if (walk.isOver) return;
      element.setAttribute('data-walked', '');
      // A label may show the focus of the box in it, a row that of the button over it.
      const near = [element, element.parentElement, element.nextElementSibling, element.closest('label')];
      const isShown = near.some((one) =>
        [undefined, '::before', '::after'].some((pseudo) => {
          if (!one) return false;
          const { outlineStyle, outlineWidth } = getComputedStyle(one, pseudo);
          return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
        }),
      );
      const name = `${element.tagName.toLowerCase()} "${(element.ariaLabel ?? element.textContent).trim().slice(0, 40)}"`;
      if (!isShown) walk.faults.push(`${name} does not show its focus`);
    };
    addEventListener('keyup', note, true);
    const stop = (): void => removeEventListener('keyup', note, true);
    window.tabWalk = { faults: [], ends: 0, isOver: false, stop };
  });
}
