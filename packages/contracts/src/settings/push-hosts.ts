import { getHostReach, isLoopbackAddress } from './host-reach.js';

/** Hosts of the push services of Chrome, Firefox, Safari and Edge; Edge's service has a host for each region. */
export const PUSH_SERVICES: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '*.notify.windows.com',
];

const HOST_NAME = /^(\*\.)?([a-z\d-]+\.)+[a-z]{2,}$/;

/**
 * True for an entry of `PUSH_HOSTS`: a host name, perhaps with `*.` for all its subdomains, or the origin of a stand-in
 * on this machine.
 */
export const isPushHost = (entry: string): boolean =>
  HOST_NAME.test(entry) || (isLoopbackAddress(entry) && new URL(entry).origin === entry);

/** Finds hosts at which no push service of the internet is. @returns one line per host */
export const findPushHostFaults = (hosts: readonly string[]): string[] =>
  hosts.flatMap((host) => {
    const reach = getHostReach(host.includes('://') ? host : `https://${host.replace('*.', '')}`);
    return reach === 'public' ? [] : [`PUSH_HOSTS: ${host} is no host of a push service`];
  });

/**
 * True for the address of a browser at one of the hosts: https, the default port, no credentials, written as browsers
 * write it. The origin of a stand-in has its own scheme and port.
 */
export function isPushAddress(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { href, protocol, origin, port, hostname, username, password } = new URL(address);
  if (href !== address || username !== '' || password !== '') return false;
  return hosts.some((host) => {
    if (host.includes('://')) return origin === host;
    if (protocol !== 'https:' || port !== '') return false;
    return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host;
  });
}
