/** Phones of 320 px, where less stands beside each other. */
export const NARROWEST_PHONE = '@media (max-width: 359px)';

/** Windows in which a sticky bar would take the height that scrolls: phones held sideways, 400 % zoom. */
export const LOW_WINDOW = '@media (max-height: 480px)';
