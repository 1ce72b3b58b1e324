const decoder = new TextDecoder('windows-1252');
const BYTE_OF: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
);
const PLAIN = /[\w.-]/;

/** Escapes a text for a form as the service does: bytes of windows-1252, `?` for what it does not have. */
export function escapeWindows1252(text: string): string {
  return Array.from(text, (letter) => {
    if (letter === ' ') return '+';
    if (PLAIN.test(letter)) return letter;
    const byte = BYTE_OF.get(letter) ?? 0x3f;
    return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}
