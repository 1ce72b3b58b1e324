/**
 * Focuses fixed elements such as the header without scrolling: the browser would scroll away what is being
 * pressed.
 */
export function focusWithoutScroll(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
}
