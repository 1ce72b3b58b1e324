/** Opens an address in a new tab without `opener`. @returns whether the browser allowed it */
export function openInNewTab(address: string): boolean {
  const tab = globalThis.open(address, '_blank');
  if (!tab) return false;
  tab.opener = null;
  return true;
}
