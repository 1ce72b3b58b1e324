/** The operator's own words and figures; shown as theirs, never as verified. */
export const content = {
  /** Shown as "Active players". */
  activePlayers: '200k+',
} as const;
