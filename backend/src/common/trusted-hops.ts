/**
 * Says of each hop between the caller and us whether its word about the one before it is taken: exactly as many as
 * stand in front. More would let anyone choose the address that limits count.
 */
export const trustedHops =
  (count: number) =>
  (_address: string, hop: number): boolean =>
    hop < count;
