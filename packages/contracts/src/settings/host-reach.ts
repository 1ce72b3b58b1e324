import ipaddr from 'ipaddr.js';

/** What an address reaches: this machine, a private network, or the internet. */
export type HostReach = 'loopback' | 'private' | 'public';

/** Names that no public name server answers (RFC 6761, 6762, 8375, ICANN's "internal", and common router defaults). */
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

const endsWith = (host: string, suffix: string): boolean => host === suffix || host.endsWith(`.${suffix}`);

/**
 * What the host of an http(s) address reaches, without resolving it, in every notation of numbers that
 * browsers and Node accept. @throws TypeError when it is no address
 */
export function hostReach(address: string): HostReach {
  const host = new URL(address).hostname.replace(/\.+$/, '').toLowerCase();
  const number = host.replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.isValid(number)) {
    // Unwraps IPv4 in IPv6, so that ::ffff:127.0.0.1 is what it leads to.
    const range = ipaddr.process(number).range();
    if (range === 'loopback') return 'loopback';
    return range === 'unicast' ? 'public' : 'private';
  }
  if (endsWith(host, 'localhost')) return 'loopback';
  const isBare = !host.includes('.');
  return isBare || PRIVATE_SUFFIXES.some((suffix) => endsWith(host, suffix)) ? 'private' : 'public';
}

/**
 * The host that browsers bind passkeys to: a name, reached by https or on this machine as `localhost`. Undefined for
 * numbers, which browsers refuse.
 */
export function passkeyDomain(address: string): string | undefined {
  const { protocol, hostname } = new URL(address);
  if (ipaddr.isValid(hostname.replace(/^\[(.*)\]$/, '$1'))) return undefined;
  return protocol === 'https:' || endsWith(hostname, 'localhost') ? hostname : undefined;
}
