/** Characters that JSON does not escape: DEL and C1 controls, which terminals obey, and Unicode line breaks. */
const UNESCAPED = /[\u007f-\u009f\u2028\u2029]/g;

/** Escapes a log line in JSON, so that untrusted text can neither control a terminal nor look like another line. */
export function escapeLogLine(line: string): string {
  return line.replaceAll(
    UNESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
