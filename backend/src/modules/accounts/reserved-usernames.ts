import { nameSkeleton } from '../../common/name-skeleton.js';

/** Titles of staff: refused alone, with digits, and as a word of a longer name. */
const STAFF_TITLES =
  'admin administrator moderator operator staff support official helpdesk webmaster paxmarket kundendienst kundenservice';
/** Words with a meaning in programs or on screens: refused alone or with digits only. */
const RESERVED_WORDS =
  'pax shop market team owner system service root mod bot server discord stripe paypal guest visitor customer ' +
  'trader nobody anonymous unknown deleted deleteduser everyone here null undefined security billing payments ' +
  'refund refunds admins mods moderators helper helfer marketbot';

/** Skeleton without separators; `i` equals `l`, so that adm1n matches admin. */
const compact = (name: string): string =>
  nameSkeleton(name)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('i', 'l');
const staffTitles = new Set(STAFF_TITLES.split(' ').map(compact));
const reservedNames = new Set(`${STAFF_TITLES} ${RESERVED_WORDS}`.split(' ').map(compact));
const OWN_PREFIX = /^pax(?:rnarket)?/;
const withoutDigits = (name: string): string => name.replaceAll(/^\d+|\d+$/g, '');

/** Whether a name is the shop's own, or looks like it (OWN-372). The seed and the server's commands may use them. */
export function isReservedUsername(username: string): boolean {
  const forms = [username, withoutDigits(username)].map(compact);
  if (forms.some((form) => reservedNames.has(form) || reservedNames.has(form.replace(OWN_PREFIX, ''))))
    return true;
  return username.split(/[._ -]+/).some((word) => staffTitles.has(compact(withoutDigits(word))));
}
