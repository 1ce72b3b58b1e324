import type { IncomingHttpHeaders } from 'node:http';

const OWN: ReadonlySet<unknown> = new Set([undefined, 'same-origin', 'none']);
const NAVIGATION: ReadonlySet<unknown> = new Set([undefined, 'navigate']);
const DOCUMENT: ReadonlySet<unknown> = new Set([undefined, 'document']);

/** Whether a browser declares a GET as a page to open, not an image, script or frame in one; old clients declare nothing. */
export const isForDocument = (headers: IncomingHttpHeaders): boolean =>
  DOCUMENT.has(headers['sec-fetch-dest']);

/**
 * Whether a GET is a page opened from the own site or by address, by what the browser declares; an image, a frame or
 * another site's link is not.
 */
export function isOwnNavigation(headers: IncomingHttpHeaders): boolean {
  return (
    OWN.has(headers['sec-fetch-site']) && NAVIGATION.has(headers['sec-fetch-mode']) && isForDocument(headers)
  );
}
