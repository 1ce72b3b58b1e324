import { alert as alertSchema, type Alert, type Channel } from '@pax/contracts';
import { z } from 'zod';
import { sha256 } from '../../../common/random.js';
import type { Tx } from '../../../infra/database/transaction.js';
import type { OutboxEvent } from '../../../infra/outbox/projections.js';
import { writePosts, type NewPost } from './write-posts.js';

/** How often an alert happened that one row tells of. */
const times = z.number().int().positive().default(1);

/** Writes the posts of alerts. */
export async function postAlerts(tx: Tx, events: readonly OutboxEvent[]): Promise<Channel[]> {
  const posts = events.map((event): NewPost => {
    const alert = alertSchema.parse(event.data);
    return {
      ...event,
      channel: 'error',
      foldKey: foldKeyOf(alert, event.data['isFoldable'] === true),
      content: { kind: 'alert', alert, count: times.parse(event.data['times']) },
    };
  });
  await writePosts(tx, posts);
  return ['error'];
}

/** A folded post shows the newest text alone, so only exact repeats fold unless the alert says otherwise. */
function foldKeyOf({ kind, title, detail }: Alert, isFoldable: boolean): string {
  return `alert:${sha256(JSON.stringify(isFoldable ? [kind, title] : [kind, title, detail])).slice(0, 32)}`;
}
