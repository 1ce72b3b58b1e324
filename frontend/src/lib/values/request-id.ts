/** Creates a random idempotency key of 128 bits, so that a retried request counts once; works without https. */
export const createRequestId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
