import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Orders of custom coins carry their amount in their name, and accounts the referral code that they applied. */
export class NamedLines1700000000071 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE users ADD COLUMN applied_referral_code text');
    // The first checkout knows the code of its time; without one the referrer's present code is the best guess.
    await db.query(`
      UPDATE users u SET applied_referral_code = coalesce(
               (SELECT c.referral_code FROM checkouts c
                 WHERE c.user_id = u.id AND c.referral_code IS NOT NULL ORDER BY c.id LIMIT 1),
               r.referral_code)
        FROM users r WHERE r.id = u.referred_by_user_id`);
    await db.query(`
      UPDATE orders o SET product_name = CASE WHEN l.custom_amount >= 1000 AND l.custom_amount % 1000 = 0
               THEN l.custom_amount / 1000 || 'B ' ELSE l.custom_amount || 'M ' END
               || regexp_replace(o.product_name, '^custom\\s+', '', 'i')
        FROM checkout_lines l
       WHERE l.checkout_id = o.checkout_id AND l.line_no = o.line_no AND l.custom_amount IS NOT NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      UPDATE orders o SET product_name = l.name FROM checkout_lines l
       WHERE l.checkout_id = o.checkout_id AND l.line_no = o.line_no AND l.custom_amount IS NOT NULL`);
    await db.query('ALTER TABLE users DROP COLUMN applied_referral_code');
  }
}
