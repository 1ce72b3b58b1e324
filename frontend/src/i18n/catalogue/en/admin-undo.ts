import type { SameKeys } from '../../message-catalogue';
import type { undo as mix } from '../mix/admin-undo';

/** Texts about taking an act back. */
export const undo: SameKeys<typeof mix> = {
  button: 'Undo',
  done: 'Undone',
  doneText: 'Order #{{id}} is as it was before.',
  many_one: '{{count}} order is as it was before',
  many_other: '{{count}} orders are as they were before',
  failed: 'Not undone',
  failedText: 'The step of order #{{id}} could not be undone.',
  over: 'Order #{{id}} can no longer be put back: the time is over.',
  forbidden: 'For order #{{id}} only the person who did it or an admin may do that.',
  unknown: 'The answer is missing. The list shows what changed.',
  moved: {
    process: '{{name}} took order #{{id}} in the meantime.',
    release: '{{name}} handed order #{{id}} back in the meantime.',
    complete: '{{name}} completed order #{{id}} in the meantime.',
    archive: '{{name}} archived order #{{id}} in the meantime.',
    cancel: '{{name}} cancelled order #{{id}} in the meantime.',
    refund: '{{name}} gave money back for order #{{id}} in the meantime.',
    other: '{{name}} changed order #{{id}} in the meantime.',
  },
};
