/** Characters that JSON leaves raw: DEL and C1 controls, which terminals obey, and Unicode line breaks. */
const RAW = /[\u007f-\u009f\u2028\u2029]/g;

/** Escapes a line of JSON, so that untrusted text in it can neither control a terminal nor look like another line. */
export function harmlessLine(line: string): string {
  return line.replaceAll(RAW, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
