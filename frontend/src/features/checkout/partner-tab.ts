/** A tab opened by the click, still without an address. */
export interface PartnerTab {
  readonly go: (href: string) => void;
  readonly close: () => void;
}

/**
 * Opens a tab synchronously, because browsers block later ones; undefined when blocked.
 * @param waiting text shown until the address is known
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
