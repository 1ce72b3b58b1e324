/**
 * Makes the function that trusts the `count` proxies in front of the backend. Trusting more would let callers
 * choose the address by which limits count them.
 */
export const trustedHops =
  (count: number) =>
  (_address: string, hop: number): boolean =>
    hop < count;
