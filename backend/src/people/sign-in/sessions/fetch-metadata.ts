import type { IncomingHttpHeaders } from 'node:http';

const OWN: ReadonlySet<unknown> = new Set([undefined, 'same-origin', 'none']);
const NAVIGATION: ReadonlySet<unknown> = new Set([undefined, 'navigate']);
const DOCUMENT: ReadonlySet<unknown> = new Set([undefined, 'document']);

/**
 * Tells whether a GET request may open a page, and does not load an image, script or frame. Old browsers send no
 * such header and are accepted.
 */
export const isDocumentRequest = (headers: IncomingHttpHeaders): boolean =>
  DOCUMENT.has(headers['sec-fetch-dest']);

/**
 * Tells whether a GET request opens a page from a link of the shop or from a typed address, according to the
 * browser's headers. Old browsers send a Referer or an Origin at most.
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
