/**
 * Base address for resolving paths. It is not a real site, so that a path to another site is recognised by its origin.
 */
const BASE_URL = 'https://shop.invalid';
/** Matches a path without another host, a backslash or a control character. */
const OWN_PATH = /^\/(?![/\\])[^\\\p{Cc}]*$/u;
/** Matches parts of a decoded path that a second decoding would change. */
const AMBIGUOUS_PATH = /[\\%\p{Cc}]|\/\/|\/\.{1,2}(?:\/|$)/u;
const API_PATH = /^\/api(?:\/|$)/i;
const LOGIN_PATH = /^\/login(?:\/|$)/i;

/** Longest address to open after a sign-in, in characters. */
const MAX_NEXT_LENGTH = 512;

/** A path on the shop's own website. */
export interface ShopPath {
  /** The path as browsers resolve it, with query and fragment. */
  readonly address: string;
  /** The path alone, as routers read it, decoded once. */
  readonly path: string;
}

/**
 * Reads a path of the shop as browsers and routers do: resolved, and decoded once.
 * @returns undefined for a path that leads to another site, is malformed, or changes with a second decoding
 */
export function readShopPath(address: string): ShopPath | undefined {
  const url = OWN_PATH.test(address) ? URL.parse(address, BASE_URL) : null;
  if (url?.origin !== BASE_URL) return undefined;
  const path = decodePathOnce(url.pathname);
  if (path === undefined || AMBIGUOUS_PATH.test(path)) return undefined;
  return { address: url.pathname + url.search + url.hash, path };
}

function decodePathOnce(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/**
 * Returns the page to open after a sign-in: the requested one, or '/' for other sites, calls and the sign-in page
 * itself.
 */
export function getPageAfterSignIn(requested: unknown): string {
  if (typeof requested !== 'string' || requested.length > MAX_NEXT_LENGTH) return '/';
  const read = readShopPath(requested);
  return read && !API_PATH.test(read.path) && !LOGIN_PATH.test(read.path) ? read.address : '/';
}

/** Matches the file name of an uploaded picture: the SHA-256 hash of its content. */
export const PICTURE_NAME = /^[0-9a-f]{64}\.webp$/;
const UPLOADS_PATH = '/api/images/';
const PICTURE_PATH = /^[\w.~%/-]*\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

/** True for the path of a picture of the shop: an uploaded one, or a picture file outside of `/api`. */
function isShopPicture(image: string): boolean {
  const path = PICTURE_PATH.test(image) ? readShopPath(image)?.path : undefined;
  if (path === undefined) return false;
  if (!API_PATH.test(path)) return true;
  return path.startsWith(UPLOADS_PATH) && PICTURE_NAME.test(path.slice(UPLOADS_PATH.length));
}

function isHttpsAddress(address: string): boolean {
  if (!/^https:\/\//i.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
}

/** True when a product can have the image: an https address, a picture of the shop, or none. */
export const isProductImage = (image: string): boolean =>
  image === '' || isShopPicture(image) || isHttpsAddress(image);
