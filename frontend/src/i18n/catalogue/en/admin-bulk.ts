import type { SameKeys } from '../../message-catalogue';
import type { bulk as mix } from '../mix/admin-bulk';

/** Texts of acts on several orders of the panel. */
export const bulk: SameKeys<typeof mix> = {
  choose: '{{id}}: choose',
  bar: 'Chosen orders',
  count_one: '{{count}} chosen',
  count_other: '{{count}} chosen',
  progress: '{{done}} of {{all}}',
  all: 'All of this view',
  clear: 'Choose none',
  refused: 'Refused',
  left: '{{title}}, {{count}} not.',
  busy: 'The shop is busy just now.',
  unpaid: 'Do not deliver order #{{id}}: the payment is missing.',
  close: 'Close',
  ask: {
    complete: 'Complete {{count}} orders?',
    archive: 'Archive {{count}} orders?',
    final: 'This cannot be undone.',
    brief: 'This can be undone for a few seconds only, perhaps not for all of them.',
  },
  done: {
    process_one: '{{count}} order taken',
    process_other: '{{count}} orders taken',
    release_one: '{{count}} order handed back',
    release_other: '{{count}} orders handed back',
    complete_one: '{{count}} order completed',
    complete_other: '{{count}} orders completed',
    archive_one: '{{count}} order archived',
    archive_other: '{{count}} orders archived',
  },
  failed: {
    unknown: 'The answer is missing. The list shows what has changed.',
    process: 'The orders could not be taken.',
    release: 'The orders could not be handed back.',
    complete: 'The orders could not be completed.',
    archive: 'The orders could not be archived.',
  },
};
