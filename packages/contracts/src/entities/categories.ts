/** The shop's four categories. Separate from the schemas, so that the first view of the shop needs none. */
export const CATEGORIES = ['coins', 'items', 'bases', 'armor'] as const;

export type Category = (typeof CATEGORIES)[number];

/** True when an external value, such as one from an address or a stored cart, is a category. */
export const isCategory = (value: unknown): value is Category => CATEGORIES.some((known) => known === value);
