import { createHmac } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

/** An address as proxies write it, perhaps with the port of the connection: `203.0.113.8:40001`, `[2001:db8::1]:443`. */
const WITH_PORT = /^(?:\[(?<v6>[^\]]*)\]|(?<v4>[\d.]+))(?::\d{1,5})?$/;
const MAPPED_V4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An address without the port that some proxies add to it. */
export function stripPort(address: string): string {
  const { v4, v6 } = WITH_PORT.exec(address.trim())?.groups ?? {};
  return v4 ?? v6 ?? address;
}

/** Prefix length that identifies an IPv6 caller: one connection, or the largest network given to one customer. */
type PrefixBits = 64 | 48;

/**
 * Key of a caller: its IPv4 address or IPv6 /64. Texts that are no address share one key, since a caller could invent
 * a new one each time; callers that disconnected early (undefined) share another.
 */
export function addressKey(address: string | undefined, bits: PrefixBits = 64): string {
  if (address === undefined) return 'gone';
  const plain = stripPort(address).split('%', 1)[0] ?? '';
  const mapped = MAPPED_V4.exec(plain)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(plain)) return isIPv4(plain) ? plain : 'unknown';
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - groupCount(tail);
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ? tail.split(':') : [])];
  return `${all
    .slice(0, bits / 16)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${bits}`;
}

/** The network that somebody can easily have as a whole: an IPv4 /24, or an IPv6 /48. */
export function networkKey(address: string | undefined): string {
  const key = addressKey(address, 48);
  return isIPv4(key) ? key.replace(/\d+$/, '0/24') : key;
}

/** Number of groups after `::`; a dotted quad at the end counts as two. */
function groupCount(text: string): number {
  if (text === '') return 0;
  return text.split(':').length + (text.includes('.') ? 1 : 0);
}

/** Keyed hash of a caller's address, so that a copy of the table cannot be searched by trying all addresses. */
export function addressHash(secret: string, address: string | undefined, bits: PrefixBits = 64): string {
  return createHmac('sha256', secret)
    .update(`address:${addressKey(address, bits)}`)
    .digest('hex')
    .slice(0, 32);
}
