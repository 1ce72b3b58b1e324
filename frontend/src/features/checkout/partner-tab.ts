/** A tab that was opened within the click and waits for its address. */
export interface PartnerTab {
  readonly go: (href: string) => void;
  readonly close: () => void;
}

/**
 * Opens a tab at once, since browsers refuse one that opens later than the click; undefined when it is refused all the
 * same (SHOP-4.33). @param waiting what the tab says until its address is known
 */
export function openPartnerTab(waiting: string): PartnerTab | undefined {
  const tab = globalThis.open('', '_blank');
  if (!tab) return undefined;
  // The partner's page must not reach back into the shop.
  tab.opener = null;
  tab.document.title = waiting;
  tab.document.body.textContent = waiting;
  return { go: (href) => tab.location.replace(href), close: () => tab.close() };
}
