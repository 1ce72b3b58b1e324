import type { Page } from 'playwright-core';

/** More stops than any screen has. */
const MAX_STOPS = 250;
/** Presses of Tab between two queries of the page. */
const AT_ONCE = 10;

declare global {
  interface Window {
    /** A walk with Tab over the page: faults so far, and whether it is complete. */
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
 * Finds faults for keyboard users: a stop without visible focus, a control that Tab never reaches, or a walk without
 * end; a line each.
 */
export async function findKeyboardFaults(page: Page): Promise<string[]> {
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
        // Tab stops at only one radio button of a group.
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

/** Records each Tab's stop inside the page: a query after each one would double the time. */
async function beginWalk(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    getSelection()?.removeAllRanges();
    for (const old of document.querySelectorAll('[data-walked]')) old.removeAttribute('data-walked');
    const noteFocus = ({ key }: KeyboardEvent): void => {
      const walk = window.tabWalk;
      if (key !== 'Tab' || walk.isOver) return;
      const element = document.activeElement;
      // A walk may begin in the middle: after the end it continues at the first stop.
      if (element === null || element === document.body) {
        walk.ends += 1;
        walk.isOver = walk.ends === 2;
        return;
      }
      // A date's parts are stops within one field; a field that never releases the focus ends the walk as too long.
      if (element === walk.last) return;
      walk.last = element;
      walk.isOver = element.hasAttribute('data-walked');
      if (walk.isOver) return;
      element.setAttribute('data-walked', '');
      // A label may show the focus of its box, a row that of the button over it.
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
    addEventListener('keyup', noteFocus, true);
    const stop = (): void => removeEventListener('keyup', noteFocus, true);
    window.tabWalk = { faults: [], ends: 0, isOver: false, stop };
  });
}
