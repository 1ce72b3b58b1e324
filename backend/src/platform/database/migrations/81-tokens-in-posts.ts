import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Posts of open orders are edited once, so that their buttons carry the token of their order. */
export class TokensInPosts1700000000081 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      UPDATE post_batches SET edit_wanted = edit_wanted + 1
       WHERE channel = 'orders' AND state = 'sent' AND NOT gone
         AND id IN (SELECT p.batch_id FROM posts p JOIN orders o ON o.id = p.order_id
                     WHERE o.status IN ('pending', 'processing'))
    `);
  }

  async down(): Promise<void> {
    // Nothing to take back: an edit more changes no post.
  }
}
