/** Media query for the narrowest phones, about 320 px wide, on which less fits side by side. */
export const NARROWEST_PHONE = '@media (max-width: 359px)';

/** Media query for windows so low that sticky bars leave no room: phones in landscape, or 400 % zoom. */
export const LOW_WINDOW = '@media (max-height: 480px)';

/** Media query for windows with the wide header and the floating menu; narrower ones have the bottom bar instead. */
export const WIDE = '(min-width: 1024px)';
