import type { Page } from 'playwright-core';

/** Limit of Tab stops, more than any screen has. */
const MAX_STOPS = 250;
/** Number of times that Tab is pressed before the page is asked for the visited elements. */
const AT_ONCE = 10;

declare global {
  interface Window {
    /** State of a walk over the page with Tab: the faults so far, and whether the walk is complete. */
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
 * Finds faults for keyboard users: a Tab stop without visible focus, a control that Tab never reaches, or a walk
 * without end; a line each.
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
        // Tab stops at only one radio button of a group, so the others are not expected.
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

/** Records the element of each Tab stop inside the page, since asking after each one would double the time. */
async function beginWalk(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    getSelection()?.removeAllRanges();
    for (const old of document.querySelectorAll('[data-walked]')) old.removeAttribute('data-walked');
    const noteFocus = ({ key }: KeyboardEvent): void => {
      const walk = window.tabWalk;
      if (key !== 'Tab' || walk.isOver) return;
      const element = document.activeElement;
      // A walk may begin in the middle of the page, so after the end it continues at the first stop.
      if (element === null || element === document.body) {
        walk.ends += 1;
        walk.isOver = walk.ends === 2;
        return;
      }
      // The parts of a date field are several stops in one field; a field that never gives up the focus ends the walk
      // as too long.
      if (element === walk.last) return;
      walk.last = element;
      walk.isOver = element.hasAttribute('data-walked');
      if (walk.isOver) return;
      element.setAttribute('data-walked', '');
      // The focus may be shown elsewhere: by a checkbox's label, or by the row under a button.
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
