/** Media query for the narrowest phones of about 320 px, where less fits side by side. */
export const NARROWEST_PHONE = '@media (max-width: 359px)';

/** Media query for low windows, where sticky bars would leave no room: phones in landscape, 400 % zoom. */
export const LOW_WINDOW = '@media (max-height: 480px)';
