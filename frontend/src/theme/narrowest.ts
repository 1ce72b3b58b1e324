/** Phones of 320 px, where less stands beside each other. */
export const NARROWEST = '@media (max-width: 359px)';
