/** DEL, the C1 controls, which terminals obey, and the line breaks that JSON leaves raw. */
const RAW = /[\u007f-\u009f\u2028\u2029]/g;

/** A line of JSON in which texts of others can neither steer the terminal that shows it nor look like a second line. */
export function harmlessLine(line: string): string {
  return line.replaceAll(RAW, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
