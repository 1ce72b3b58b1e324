/** The shop's four categories. Separate from the schemas, so that the first view of the shop needs none. */
export const CATEGORIES = ['coins', 'items', 'bases', 'armor'] as const;

export type Category = (typeof CATEGORIES)[number];

/** Tells whether an outside value, such as one of an address or a stored cart, is a category. */
export const isCategory = (value: unknown): value is Category => CATEGORIES.some((known) => known === value);
