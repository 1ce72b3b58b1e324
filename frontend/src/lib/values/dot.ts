/** Between facts of one line: stays with the fact before it, so that it begins no line. */
export const DOT = '\u00A0· ';
