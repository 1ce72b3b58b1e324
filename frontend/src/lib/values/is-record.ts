/** Tells whether a value is an object, whose fields are still unchecked. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
