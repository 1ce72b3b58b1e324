import { usernameSkeleton } from '../../common/username-skeleton.js';

/** Who speaks for the shop: refused alone, with digits, and as a word of a longer name. */
const OFFICES = 'admin administrator moderator operator staff support official helpdesk webmaster paxmarket';
/** Refused alone or with digits only: what programs and screens mean something else by. */
const WORDS =
  'pax shop market team owner system service root mod bot server discord stripe paypal guest visitor customer ' +
  'trader nobody anonymous unknown deleted deleteduser everyone here null undefined security billing payments ' +
  'refund refunds admins mods moderators';

/** As letters look without what stands between them; `i` counts as `l` too: adm1n is admin to a reader. */
const compact = (name: string): string =>
  usernameSkeleton(name)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('i', 'l');
const offices = new Set(OFFICES.split(' ').map(compact));
const whole = new Set(`${OFFICES} ${WORDS}`.split(' ').map(compact));
const OWN_PREFIX = /^pax(?:rnarket)?/;
const withoutDigits = (name: string): string => name.replaceAll(/^\d+|\d+$/g, '');

/** Whether a name is the shop's own, or looks like it (OWN-372). The seed and the server's commands may use them. */
export function isReservedUsername(username: string): boolean {
  const forms = [username, withoutDigits(username)].map(compact);
  if (forms.some((form) => whole.has(form) || whole.has(form.replace(OWN_PREFIX, '')))) return true;
  return username.split(/[._ -]+/).some((word) => offices.has(compact(withoutDigits(word))));
}
