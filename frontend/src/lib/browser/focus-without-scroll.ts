/** Focuses an element without scrolling to it, because scrolling would move what the user is pressing. */
export function focusWithoutScroll(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
}
