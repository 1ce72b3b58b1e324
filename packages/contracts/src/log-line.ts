/** Characters that JSON does not escape: DEL and C1 controls, which can control terminals, and Unicode line breaks. */
const UNESCAPED = /[\u007f-\u009f\u2028\u2029]/g;

/** Escapes a JSON log line, so that text from outside can neither control a terminal nor imitate another line. */
export function escapeLogLine(line: string): string {
  return line.replaceAll(
    UNESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
