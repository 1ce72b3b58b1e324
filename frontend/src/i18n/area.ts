/** Tree of messages whose leaves are texts with `{{values}}`. */
export interface Messages {
  readonly [key: string]: string | Messages;
}

/** Any catalogue with exactly the keys of `W`: the type that `en` and `de` must satisfy. */
export type SameKeys<W> = { readonly [K in keyof W]: W[K] extends string ? string : SameKeys<W[K]> };

/** The exports of an area's file. `german` lists prefixes of German keys in the mixed catalogue (or `''` for all). */
export interface AreaModule {
  readonly catalogue: Messages;
  readonly german?: readonly string[];
}
