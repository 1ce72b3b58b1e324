/** Character set of PayPal's messages, unless the PayPal account is set to another. */
const WINDOWS_1252 = 'windows-1252';
/** Characters of Windows-1252 from byte 0x80 on, which Latin-1 lacks and Node's own decoder drops. */
const LETTERS_FROM_80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Parses a form body in the character set named by its `charset` field, because PayPal does not use UTF-8 by
 * default.
 * @returns undefined if a name occurs twice or `cmd` is among them, because PayPal might then read another value
 * than the shop
 */
export function parseFormFields(body: Buffer): Record<string, string> | undefined {
  const pairs = body
    .toString('latin1')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.includes('=') ? pair.indexOf('=') : pair.length;
      return { name: toBytes(pair.slice(0, at)).toString('latin1'), value: toBytes(pair.slice(at + 1)) };
    });
  const names = new Set(pairs.map(({ name }) => name));
  if (names.size !== pairs.length || names.has('cmd')) return undefined;
  const decode = decoderFor(pairs.find(({ name }) => name === 'charset')?.value.toString('latin1'));
  return Object.fromEntries(pairs.map(({ name, value }) => [name, decode(value)]));
}

function toBytes(escaped: string): Buffer {
  const unescaped = escaped
    .replaceAll('+', ' ')
    .replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(unescaped, 'latin1');
}

type Decode = (bytes: Buffer) => string;

function decoderFor(charset = WINDOWS_1252): Decode {
  try {
    const decoder = new TextDecoder(charset);
    return decoder.encoding === WINDOWS_1252 ? decodeWindows1252 : (bytes) => decoder.decode(bytes);
  } catch {
    return decodeWindows1252;
  }
}

const decodeWindows1252: Decode = (bytes) =>
  bytes
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (letter) => LETTERS_FROM_80.charAt(letter.charCodeAt(0) - 0x80));
