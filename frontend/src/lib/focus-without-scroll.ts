/**
 * Focuses what stays where it is while the page scrolls: the header and what opens from it. Otherwise the browser
 * scrolls the page to bring it below the scroll padding, and with it away what is being pressed.
 */
export function focusWithoutScroll(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
}
