/** Separator of facts in one line; its no-break space keeps it from starting a line. */
export const DOT = '\u00A0· ';
