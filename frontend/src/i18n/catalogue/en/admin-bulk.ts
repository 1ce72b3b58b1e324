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
  left_one: '{{count}} stays chosen.',
  left_other: '{{count}} stay chosen.',
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
    process: 'The orders could not be taken.',
    release: 'The orders could not be handed back.',
    complete: 'The orders could not be completed.',
    archive: 'The orders could not be archived.',
  },
};
