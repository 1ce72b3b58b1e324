/** The wire form of a type of Discord's library, in which enumerations are plain texts and numbers. */
export type Wire<T> = T extends string
  ? `${T}`
  : T extends number
    ? number
    : T extends object
      ? { [K in keyof T]: Wire<T[K]> }
      : T;
