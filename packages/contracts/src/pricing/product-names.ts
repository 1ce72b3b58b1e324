import { formatCount } from '../number-formats.js';

/** Largest number of characters in the description of a piece. */
export const MAX_PIECE_TEXT = 160;

/**
 * Describes one piece of a product to its buyer, in one line: name, label and coins ("Pack · 500M · 500,000,000
 * coins").
 */
export function describePiece({
  name,
  amount,
  coinValue,
}: {
  name: string;
  amount?: string | null;
  coinValue: number | null;
}): string {
  const coins = coinValue === null ? null : `${formatCount(coinValue, 'en')} coins`;
  // White space becomes one space, since calls accept the text only as a single line.
  return [name, amount, coins]
    .filter(Boolean)
    .join(' · ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_PIECE_TEXT)
    .trim();
}

/** Label that means a single piece; names of orders leave it out, since it says nothing. */
const PLAIN_LABEL = '1 piece';

/** Prepares a text so that whole words can be found in it: lower case, no brackets, single spaces around each word. */
const prepareForWordSearch = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[\s()[\]]+/g, ' ')
    .trim()} `;

/**
 * Names a product with its label, as quotes and orders store it ("Golden Apples (1 stack)"), because staff may change
 * the label before they deliver. A label that the name already contains is not repeated.
 */
export function addLabelToName({
  name,
  amount,
  isCustom,
}: {
  name: string;
  amount?: string | null;
  isCustom: boolean;
}): string {
  const label = (amount ?? '').replaceAll(/\s+/g, ' ').trim();
  const isKnown =
    label.toLowerCase() === PLAIN_LABEL || prepareForWordSearch(name).includes(prepareForWordSearch(label));
  return label === '' || isCustom || isKnown ? name : `${name} (${label})`;
}

/** Splits a name before the label at its end, so that a shortened name can keep its label. */
export function splitLabelFromName(name: string): [name: string, label: string] {
  // The pattern allows 20 characters, since a label cannot be longer.
  const label = /\s\(\S.{0,19}\)$/.exec(name)?.[0] ?? '';
  return [name.slice(0, name.length - label.length), label];
}

/**
 * Name of a cart line for buyer, staff and banks. Coins sold in any amount get their amount instead of the word
 * "Custom" ("25M Coins"), so that lines can be distinguished.
 */
export function getCartLineName({
  name,
  customAmount,
}: {
  name: string;
  customAmount?: number | null | undefined;
}): string {
  if (customAmount === undefined || customAmount === null) return name;
  const isBillions = customAmount >= 1_000 && customAmount % 1_000 === 0;
  return `${isBillions ? `${customAmount / 1_000}B` : `${customAmount}M`} ${name.replace(/^custom\s+/i, '')}`;
}
