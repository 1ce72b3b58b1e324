/** Something with fields, of which nothing is known yet. */
export const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
