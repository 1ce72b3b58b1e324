import ipaddr from 'ipaddr.js';

/** From where an address can be reached: this machine, a private network, or the internet. */
export type HostReach = 'loopback' | 'private' | 'public';

/**
 * Domains that exist only in private networks (RFC 6761, 6762, 8375, ICANN's "internal", and common router defaults).
 */
const PRIVATE_SUFFIXES = [
  'local',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'home.arpa',
  'home',
  'lan',
  'corp',
  'test',
  'invalid',
];

const isSameOrSubdomain = (host: string, suffix: string): boolean =>
  host === suffix || host.endsWith(`.${suffix}`);

/**
 * Finds from where the host of an http(s) address can be reached, without a DNS query, in every numeric notation that
 * browsers and Node accept.
 * @throws TypeError for an invalid address
 */
export function getHostReach(address: string): HostReach {
  const host = new URL(address).hostname.replace(/\.+$/, '').toLowerCase();
  const number = host.replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.isValid(number)) {
    // IPv4 addresses inside IPv6 are unwrapped, so that ::ffff:127.0.0.1 counts as 127.0.0.1.
    const range = ipaddr.process(number).range();
    if (range === 'loopback') return 'loopback';
    return range === 'unicast' ? 'public' : 'private';
  }
  if (isSameOrSubdomain(host, 'localhost')) return 'loopback';
  const isBare = !host.includes('.');
  return isBare || PRIVATE_SUFFIXES.some((suffix) => isSameOrSubdomain(host, suffix)) ? 'private' : 'public';
}

/** True for an http(s) address that only this machine can reach. */
export function isLoopbackAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  return /^https?:$/.test(new URL(address).protocol) && getHostReach(address) === 'loopback';
}

/**
 * Domain that browsers bind passkeys to: a name served by https, or `localhost`. Undefined for numeric addresses, which
 * browsers refuse.
 */
export function getPasskeyDomain(address: string): string | undefined {
  const { protocol, hostname } = new URL(address);
  if (ipaddr.isValid(hostname.replace(/^\[(.*)\]$/, '$1'))) return undefined;
  return protocol === 'https:' || isSameOrSubdomain(hostname, 'localhost') ? hostname : undefined;
}
