import { bareSkeleton } from '../../common/name-skeleton.js';

/** Titles of staff: refused alone, with digits, and as a word of a longer name. */
const STAFF_TITLES =
  'admin administrator moderator operator staff support official helpdesk webmaster paxmarket kundendienst kundenservice';
/** Words with a meaning in programs or on screens: refused alone or with digits only. */
const RESERVED_WORDS =
  'pax shop market team owner system service root mod bot server discord stripe paypal guest visitor customer ' +
  'trader nobody anonymous unknown deleted deleteduser everyone here null undefined security billing payments ' +
  'refund refunds admins mods moderators helper helfer marketbot';

const staffTitles = new Set(STAFF_TITLES.split(' ').map(bareSkeleton));
const reservedNames = new Set(`${STAFF_TITLES} ${RESERVED_WORDS}`.split(' ').map(bareSkeleton));
const OWN_PREFIX = /^pax(?:rnarket)?/;
const withoutDigits = (name: string): string => name.replaceAll(/^\d+|\d+$/g, '');
const formsOf = (name: string): string[] => [name, withoutDigits(name)].map(bareSkeleton);

/** Whether a name is the shop's own, or looks like it (OWN-372). The seed and the server's commands may use them. */
export function isReservedUsername(username: string): boolean {
  const forms = formsOf(username);
  if (forms.some((form) => reservedNames.has(form) || reservedNames.has(form.replace(OWN_PREFIX, ''))))
    return true;
  return username.split(/[._ -]+/).some((word) => formsOf(word).some((form) => staffTitles.has(form)));
}
