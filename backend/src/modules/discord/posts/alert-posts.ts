import { alert as alertSchema, type Channel } from '@pax/contracts';
import { sha256 } from '../../../common/random.js';
import type { Tx } from '../../../infra/database/transaction.js';
import type { RaisedAlert } from '../../../infra/outbox/alert.js';
import type { OutboxEvent } from '../../../infra/outbox/projections.js';
import { writePosts, type NewPost } from './write-posts.js';

/** Writes the posts of alerts (OWN-132). */
export async function postAlerts(tx: Tx, events: readonly OutboxEvent[]): Promise<Channel[]> {
  const posts = events.map((event): NewPost => {
    const alert = alertSchema.parse(event.data);
    return {
      ...event,
      channel: 'error',
      foldKey: fingerprint({ ...alert, isTask: event.data['isTask'] === true }),
      content: { kind: 'alert', alert, count: 1 },
    };
  });
  await writePosts(tx, posts);
  return ['error'];
}

/** Fold key of an alert. A folded post shows the newest text alone, so of tasks only exact repeats fold. */
function fingerprint({ kind, title, detail, isTask }: RaisedAlert): string {
  return `alert:${sha256(JSON.stringify(isTask ? [kind, title, detail] : [kind, title])).slice(0, 32)}`;
}
