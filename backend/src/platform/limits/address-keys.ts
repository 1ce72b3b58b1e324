import { createHmac } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

/**
 * Matches an address as proxies write it, perhaps with the connection's port: `203.0.113.8:40001`,
 * `[2001:db8::1]:443`.
 */
const WITH_PORT = /^(?:\[(?<v6>[^\]]*)\]|(?<v4>[\d.]+))(?::\d{1,5})?$/;
const MAPPED_V4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Removes the port that some proxies add to an address. */
export function stripPort(address: string): string {
  const { v4, v6 } = WITH_PORT.exec(address.trim())?.groups ?? {};
  return v4 ?? v6 ?? address;
}

/**
 * Length of the IPv6 prefix that identifies a caller: 64 for one connection, 48 for the largest network given to
 * one customer.
 */
type PrefixBits = 64 | 48;

/**
 * Key of a caller for limits: the IPv4 address or the IPv6 /64. Invalid addresses share one key, because a caller
 * could invent a new one each time; undefined addresses of early disconnects share another.
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

/** Key of the network that one person can easily own as a whole: an IPv4 /24 or an IPv6 /48. */
export function networkKey(address: string | undefined): string {
  const key = addressKey(address, 48);
  return isIPv4(key) ? key.replace(/\d+$/, '0/24') : key;
}

/** Counts the groups of an IPv6 address after `::`; a dotted IPv4 part at the end counts as two. */
function groupCount(text: string): number {
  if (text === '') return 0;
  return text.split(':').length + (text.includes('.') ? 1 : 0);
}

/** Keyed hash of a caller's address, so that nobody can search a copy of the table by trying all addresses. */
export function addressHash(secret: string, address: string | undefined, bits: PrefixBits = 64): string {
  return createHmac('sha256', secret)
    .update(`address:${addressKey(address, bits)}`)
    .digest('hex')
    .slice(0, 32);
}
