/** A tree of strings; leaves are texts with `{{values}}`. */
export interface Messages {
  readonly [key: string]: string | Messages;
}

/** Any catalogue with exactly the keys of `W`: the type that `en` and `de` must satisfy. */
export type SameKeys<W> = { readonly [K in keyof W]: W[K] extends string ? string : SameKeys<W[K]> };

/** What an area's file exports. `german` lists key prefixes of the mixed catalogue that are German (or `''` for all). */
export interface AreaModule {
  readonly catalogue: Messages;
  readonly german?: readonly string[];
}
