import { alert as alertSchema, type Alert, type Channel } from '@pax/contracts';
import { sha256 } from '../../../common/random.js';
import type { Tx } from '../../../infra/database/transaction.js';
import type { OutboxEvent } from '../../../infra/outbox/projections.js';
import { writePosts, type NewPost } from './write-posts.js';

/** Writes the posts of alerts (OWN-132). */
export async function postAlerts(tx: Tx, events: readonly OutboxEvent[]): Promise<Channel[]> {
  const posts = events.map((event): NewPost => {
    const alert = alertSchema.parse(event.data);
    return {
      ...event,
      channel: 'error',
      foldKey: fingerprint(alert),
      content: { kind: 'alert', alert, count: 1 },
    };
  });
  await writePosts(tx, posts);
  return ['error'];
}

/** Fold key of an alert. Disputes and stranded money concern one payment each, so only exact repeats fold. */
function fingerprint({ kind, title, detail }: Alert): string {
  const isMoney = kind === 'dispute' || kind === 'stranded';
  return `alert:${sha256(JSON.stringify(isMoney ? [kind, title, detail] : [kind, title])).slice(0, 32)}`;
}
