/** Between facts of one line: stays with the fact before it, so that it begins no line (OWN-837). */
export const DOT = '\u00A0· ';
