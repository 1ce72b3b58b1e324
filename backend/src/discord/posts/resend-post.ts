import { Injectable } from '@nestjs/common';
import { postTypesFor, type AdminPost } from '@pax/contracts';
import type { z } from 'zod';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { ShopError } from '../../platform/shop-error.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { PostQueue } from './post-queue.js';
import { writeAuditRow } from '../../people/audit/audit.js';
import { adminPostRow, PostsQueries } from './posts.queries.js';

const lockedRow = adminPostRow.pick({ id: true, type: true, channel: true, state: true, resend_of: true });
type LockedPost = z.infer<typeof lockedRow>;
const idRow = lockedRow.pick({ id: true });

/**
 * Sends a post again. A parked post becomes pending and keeps its refusal's reason; a sent post gets one pending
 * copy that refers to it, so that the event itself stays in one post.
 */
@Injectable()
export class ResendPost {
  constructor(
    private readonly transactions: Transactions,
    private readonly posts: PostsQueries,
    private readonly postQueue: PostQueue,
  ) {}

  /**
   * @throws ShopError NOT_FOUND, also for a post that the actor may not see; CONFLICT for a post that is pending or
   * was counted in another
   */
  async execute(actor: Actor, postId: number): Promise<AdminPost> {
    const id = await this.transactions.run(async (tx) => {
      const post = await lockPost(tx, postId);
      const types: string[] | null = postTypesFor(actor);
      if (types?.includes(post.type) === false) throw postNotFoundError();
      const waiting = await resendLockedPost(tx, post);
      await writeAuditRow(tx, { actor: actorName(actor), action: 'post.resend', subject: `post:${postId}` });
      return waiting;
    });
    const post = await this.posts.readPost(id);
    if (!post) throw postNotFoundError();
    await this.postQueue.notifyChannels([post.channel]);
    return post;
  }
}

const postNotFoundError = (): ShopError => new ShopError('NOT_FOUND', 'There is no such post.');

async function lockPost(tx: Tx, id: number): Promise<LockedPost> {
  const post = await sql(tx).first(
    lockedRow,
    'SELECT id, type, channel, state, resend_of FROM posts WHERE id = $1 FOR UPDATE',
    [id],
  );
  if (!post) throw postNotFoundError();
  return post;
}

async function resendLockedPost(tx: Tx, post: LockedPost): Promise<number> {
  if (post.state === 'sent') return createCopy(tx, post);
  if (post.state !== 'parked')
    throw new ShopError(
      'CONFLICT',
      post.state === 'counted' ? 'It was counted in another post.' : 'It is pending already.',
      {
        state: post.state,
      },
    );
  const waiting = post.resend_of === null ? undefined : await findPendingCopy(tx, post.resend_of);
  if (waiting !== undefined) return waiting;
  await sql(tx).run(`UPDATE posts SET state = 'pending' WHERE id = $1`, [post.id]);
  return post.id;
}

/**
 * Copies the original post, even when a copy is sent again. The copy keeps the snapshot; an edit adds the order's
 * newest state.
 */
async function createCopy(tx: Tx, { id, resend_of: first }: LockedPost): Promise<number> {
  const origin = first ?? id;
  const waiting = await findPendingCopy(tx, origin);
  if (waiting !== undefined) return waiting;
  const made = await sql(tx).first(
    idRow,
    `INSERT INTO posts (event_id, type, channel, content, order_id, occurred_at, resend_of)
     SELECT event_id, type, channel, content, order_id, occurred_at, id FROM posts WHERE id = $1 RETURNING id`,
    [origin],
  );
  if (!made) throw postNotFoundError();
  return made.id;
}

/**
 * Finds the pending copy of a post, if any, and locks the post, so that no other copy is made until the transaction
 * ends.
 */
async function findPendingCopy(tx: Tx, origin: number): Promise<number | undefined> {
  await sql(tx).run('SELECT 1 FROM posts WHERE id = $1 FOR UPDATE', [origin]);
  const waiting = await sql(tx).first(
    idRow,
    `SELECT id FROM posts WHERE resend_of = $1 AND state IN ('pending', 'claimed')`,
    [origin],
  );
  return waiting?.id;
}
