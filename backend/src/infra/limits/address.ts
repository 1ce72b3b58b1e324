import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';

const MAPPED_V4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Key of a caller: an IPv4 address or an IPv6 /64. The address is undefined when the caller disconnected early; all of
 * these share one key.
 */
export function addressKey(address: string | undefined): string {
  if (address === undefined) return 'gone';
  const plain = address.split('%', 1)[0] ?? '';
  const mapped = MAPPED_V4.exec(plain)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - groupCount(tail);
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ? tail.split(':') : [])];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Number of groups after `::`; a dotted quad at the end counts as two. */
function groupCount(text: string): number {
  if (text === '') return 0;
  return text.split(':').length + (text.includes('.') ? 1 : 0);
}

/** Keyed hash of a caller's address, so that a copy of the table cannot be searched by trying all addresses. */
export function addressHash(secret: string, address: string | undefined): string {
  return createHmac('sha256', secret)
    .update(`address:${addressKey(address)}`)
    .digest('hex')
    .slice(0, 32);
}
