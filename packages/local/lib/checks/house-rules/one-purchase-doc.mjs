/**
 * House rule about the page that lists the files of one purchase; specs named `one-purchase` compare the page with what
 * runs.
 */
import { findUnknown } from './rule.mjs';

const PATH = 'packages/contracts/docs/one-purchase.md';
const MAX_HOPS = 55;
const MAX_BESIDE = 80;
const REGISTRATIONS = 2;
const NAMED = /(?:^|\+ )`([^`]+)`/gm;

/** @type {import('./rule.mjs').Rule} */
export const onePurchase = {
  name: 'one-purchase',
  demand: `The page of one purchase names files once, at most ${MAX_HOPS} hops and ${MAX_BESIDE} files beside.`,
  find({ paths, read }) {
    // Paths in a text, one per line, so that line numbers equal those of the page.
    const text = read(PATH).replaceAll(/^- `([^`]+\/)`: (.+)$/gm, (_, folder, names) => {
      const files = [...names.matchAll(/`([^`]+)`/g)];
      return files.map(([, name]) => `+ \`${folder}${name}.ts\``).join(' ');
    });
    const hops = [...text.matchAll(/^`([^`]+)`(?: \(defines\))?$/gm)].length;
    const beside = [...text.matchAll(/\+ `/g)].length;
    const named = [...text.matchAll(NAMED)].map(([, path = '']) => path);
    const isNamedOnce = (/** @type {string} */ path) => named.indexOf(path) === named.lastIndexOf(path);
    return [
      ...findUnknown(PATH, text, NAMED, (path) => paths.includes(path), 'does not exist: correct it'),
      ...findUnknown(PATH, text, NAMED, isNamedOnce, 'is named twice: remove one'),
      ...(hops > MAX_HOPS ? [`${PATH}:1: ${hops} hops: at most ${MAX_HOPS}`] : []),
      ...(beside > MAX_BESIDE ? [`${PATH}:1: ${beside} files beside: at most ${MAX_BESIDE}`] : []),
      ...(text.match(/^\d\. `/gm)?.length === REGISTRATIONS
        ? []
        : [`${PATH}:1: name ${REGISTRATIONS} places where listeners are registered`]),
    ];
  },
};
