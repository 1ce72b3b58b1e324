/** Tree of catalogue messages; each leaf is a text, which may contain `{{values}}`. */
export interface Messages {
  readonly [key: string]: string | Messages;
}

/** Type of a catalogue with exactly the keys of `W`, so that the compiler finds keys missing in `en` or `de`. */
export type SameKeys<W> = { readonly [K in keyof W]: W[K] extends string ? string : SameKeys<W[K]> };

/**
 * Exports of the file of one message area; `german` lists prefixes of German keys in the mixed catalogue (`''` for
 * all).
 */
export interface AreaModule {
  readonly catalogue: Messages;
  readonly german?: readonly string[];
}
