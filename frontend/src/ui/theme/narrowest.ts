/** Phones of 320 px, where less stands beside each other. */
export const NARROWEST = '@media (max-width: 359px)';

/** Windows in which a sticky bar would take the height that scrolls: phones held sideways, 400 % zoom. */
export const SHORT = '@media (max-height: 480px)';
