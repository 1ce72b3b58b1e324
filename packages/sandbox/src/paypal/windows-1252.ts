const PLAIN = /[\w.-]/;
const LATIN = /[\u00a0-\u00ff]/;

/** Escapes a text for a form as the service does: bytes of windows-1252, `?` for what it does not have. */
export function escapeWindows1252(text: string): string {
  return Array.from(text, (letter) => {
    if (letter === ' ') return '+';
    if (PLAIN.test(letter)) return letter;
    return `%${byteOf(letter).toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

/** Of the letters that Latin-1 does not have only the one that a shop meets. */
function byteOf(letter: string): number {
  if (letter === '€') return 0x80;
  const code = letter.charCodeAt(0);
  return code < 0x80 || LATIN.test(letter) ? code : 0x3f;
}
