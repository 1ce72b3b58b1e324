/** Characters of an address that Discord takes. */
const MAX_LENGTH = 2_000;

/** A product's picture where Discord can fetch and show it: by https, and no drawing. */
export function postedImage(image: string | undefined, publicUrl: string): { image?: string } {
  const url = image ? URL.parse(image, publicUrl) : null;
  const isShown =
    url?.protocol === 'https:' && !url.pathname.endsWith('.svg') && url.href.length <= MAX_LENGTH;
  return isShown ? { image: url.href } : {};
}
