/** The shop's four categories. Apart from the schemas, so that the first view of the shop needs none. */
export const CATEGORIES = ['coins', 'items', 'bases', 'armor'] as const;

export type Category = (typeof CATEGORIES)[number];

/** Whether something that came from outside, an address or a stored cart say, names a category. */
export const isCategory = (value: unknown): value is Category => CATEGORIES.some((known) => known === value);
