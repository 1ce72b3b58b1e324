/** The shop's four categories. Separate from the schemas, so that the shop's first page loads none. */
export const CATEGORIES = ['coins', 'items', 'bases', 'armor'] as const;

export type Category = (typeof CATEGORIES)[number];

/** True when a value from outside, such as from an address or a stored cart, is a category. */
export const isCategory = (value: unknown): value is Category => CATEGORIES.some((known) => known === value);
