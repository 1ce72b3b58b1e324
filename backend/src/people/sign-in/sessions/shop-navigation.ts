import type { IncomingHttpHeaders } from 'node:http';

const OWN: ReadonlySet<unknown> = new Set([undefined, 'same-origin', 'none']);
const NAVIGATION: ReadonlySet<unknown> = new Set([undefined, 'navigate']);
const DOCUMENT: ReadonlySet<unknown> = new Set([undefined, 'document']);

/** Tells whether a GET may be for a page, not for an image, script or frame; old browsers declare nothing and pass. */
export const isDocumentRequest = (headers: IncomingHttpHeaders): boolean =>
  DOCUMENT.has(headers['sec-fetch-dest']);

/**
 * Tells whether a GET opens a page from the shop's own site or by its address, as the browser declares; an image, a
 * frame or another site's link does not. Old browsers declare a Referer or an Origin at most.
 */
export function isShopNavigation(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const { origin = publicUrl, referer } = headers;
  return (
    origin === publicUrl &&
    (referer === undefined || originOf(referer) === publicUrl) &&
    OWN.has(headers['sec-fetch-site']) &&
    NAVIGATION.has(headers['sec-fetch-mode']) &&
    isDocumentRequest(headers)
  );
}

const originOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).origin : undefined;
