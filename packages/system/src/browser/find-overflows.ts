import type { Page } from 'playwright-core';

/**
 * Finds elements that make the page or an open dialog scroll sideways, or that stick out of the window; a line each.
 */
export async function findOverflows(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const describeElement = (element: Element, what: string): string =>
      `${element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 40)}" ${what}`;
    const canScrollSideways = (element: Element): boolean =>
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
    const isCut = (element: Element): boolean => {
      for (let at = element.parentElement; at; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible') return true;
      return false;
    };
    const { scrollWidth } = document.documentElement;
    // Elements that may scroll sideways: tabs and radio groups, but not the body of a dialog.
    const inDialog = '[role=dialog] *:not([role=tablist], [role=radiogroup])';
    const sideways = [...document.querySelectorAll(`[role=dialog], ${inDialog}`)]
      .filter((element) => canScrollSideways(element) && element.scrollWidth > element.clientWidth + 1)
      .map((element) => describeElement(element, 'scrolls sideways'));
    const out = [...document.querySelectorAll('button, a, input, select, h1, h2, h3, p, dd, dt, li')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (right > innerWidth + 1 || left < -1) && !isCut(element);
      })
      .map((element) => describeElement(element, 'sticks out'));
    return [...(scrollWidth > innerWidth ? [`the page is ${scrollWidth} px wide`] : []), ...sideways, ...out];
  });
}
