/** A type of Discord's library as it is on the wire: its enumerations are plain texts and numbers there. */
export type Wire<T> = T extends string
  ? `${T}`
  : T extends number
    ? number
    : T extends object
      ? { [K in keyof T]: Wire<T[K]> }
      : T;
