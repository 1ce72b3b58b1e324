/**
 * Trust function for `count` proxies in front of the backend. Trusting more would let callers choose the address that
 * limits count.
 */
export const trustedHops =
  (count: number) =>
  (_address: string, hop: number): boolean =>
    hop < count;
