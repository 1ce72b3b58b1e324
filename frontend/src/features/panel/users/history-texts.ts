import { AUDIT_ACTIONS, SECURITY_NOTICES, type AccountEvent, type AuditAction } from '@pax/contracts';
import { formatCount, formatDecimal } from '../../../lib/values/format';

/** Translation function for the history texts in the area `users`. */
type Translate = (
  key:
    | `users:story.events.${AuditAction | (typeof NOTICES)[number] | 'other'}`
    | `users:story.actors.${(typeof ACTORS)[number] | 'discord'}`
    | `users:story.facts.${(typeof FACTS)[number]}`
    | `users:story.subjects.${(typeof SUBJECTS)[number]}`,
  values?: Readonly<Record<string, unknown>>,
) => string;

/** Returns the text of an audited action; an action unknown to this version of the page gets a general text. */
export const describeAction = (t: Translate, action: string): string =>
  t(isKnownAction(action) ? `users:story.events.${action}` : 'users:story.events.other');

const NOTICES = SECURITY_NOTICES.map((kind) => `notice.${kind}` as const);
const isKnownAction = (action: string): action is AuditAction | (typeof NOTICES)[number] =>
  Object.hasOwn(AUDIT_ACTIONS, action) || NOTICES.some((notice) => notice === action);

const SUBJECTS = [
  'channel',
  'checkout',
  'dispute',
  'image',
  'post',
  'product',
  'refund',
  'role',
  'ticket',
  'user',
] as const;
const FACTS = [
  'name',
  'amount',
  'price',
  'stock',
  'coinStock',
  'tier',
  'before',
  'count',
  'reason',
  'reference',
  'browser',
  'system',
] as const;

/**
 * Returns texts for the subject and the details of an event; leaves out hashes and program names. Orders get a link
 * instead.
 */
export function describeEventFacts(t: Translate, detail: AccountEvent['detail']): string[] {
  const [, kind, id] = /^([a-z-]+):(.+)$/.exec(String(detail['subject'] ?? '')) ?? [];
  const subject = SUBJECTS.find((known) => known === kind);
  const facts = FACTS.flatMap((fact) => {
    const value = detail[fact];
    if (value === undefined || value === null || value === '' || typeof value === 'boolean') return [];
    const isMoney = fact === 'amount' || fact === 'price';
    const shown = isMoney
      ? formatDecimal(String(value))
      : typeof value === 'number'
        ? formatCount(value)
        : value;
    return [t(`users:story.facts.${fact}`, { value: shown })];
  });
  return subject ? [t(`users:story.subjects.${subject}`, { id }), ...facts] : facts;
}

const ACTORS = ['shop', 'operator', 'visitor', 'bot'] as const;

/** Returns the user name of whoever caused an event, or a text for a program or an unknown person. */
export function describeActor(t: Translate, actor: string): string {
  const known = ACTORS.find((name) => name === actor);
  if (known) return t(`users:story.actors.${known}`);
  const [, id] = /^discord:(\d+)$/.exec(actor) ?? [];
  return id === undefined ? actor : t('users:story.actors.discord', { id });
}
