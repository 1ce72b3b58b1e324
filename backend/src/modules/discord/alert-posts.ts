import { alert as alertSchema, type Alert, type Channel } from '@pax/contracts';
import { sha256 } from '../../common/random.js';
import type { Tx } from '../../infra/database/transaction.js';
import type { OutboxEvent } from '../../infra/outbox/projections.js';
import { writePost } from './write-post.js';

/** The post of an alert (OWN-132). */
export async function postAlert(tx: Tx, event: OutboxEvent): Promise<Channel[]> {
  const alert = alertSchema.parse(event.data);
  await writePost(tx, {
    ...event,
    channel: 'error',
    foldKey: fingerprint(alert),
    content: { kind: 'alert', alert, count: 1 },
  });
  return ['error'];
}

/** What makes two alerts one. Disputes and stranded money are each somebody's money: only exact repeats are counted. */
function fingerprint({ kind, title, detail }: Alert): string {
  const isMoney = kind === 'dispute' || kind === 'stranded';
  return `alert:${sha256(JSON.stringify(isMoney ? [kind, title, detail] : [kind, title])).slice(0, 32)}`;
}
