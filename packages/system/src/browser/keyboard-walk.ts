import type { Page } from 'playwright-core';

/** More stops than any screen has. */
const MAX_STOPS = 250;

/**
 * What somebody without a mouse finds wrong with a screen: a stop without a visible focus, a control that Tab never
 * comes to, or a way that does not end; a line each.
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    getSelection()?.removeAllRanges();
    for (const old of document.querySelectorAll('[data-walked]')) old.removeAttribute('data-walked');
  });
  const faults: string[] = [];
  let ends = 0;
  for (let count = 0; ; count += 1) {
    if (count === MAX_STOPS) return [...faults, `still going after ${MAX_STOPS} stops`];
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return 'end';
      if (element.hasAttribute('data-walked')) return 'again';
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
      return { name, isShown };
    });
    // A walk may begin in the middle: behind the end it goes on at the first stop.
    if (stop === 'end') ends += 1;
    if (stop === 'again' || ends === 2) break;
    if (stop === 'end') continue;
    if (!stop.isShown) faults.push(`${stop.name} does not show its focus`);
  }
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
