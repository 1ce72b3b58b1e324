import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { createTestDatabase } from '../../../test/database.js';
import { dataSourceOptions } from '../../platform/database/data-source.js';
import { BlockReasons1700000000099 } from '../../platform/database/migrations/99-block-reasons.js';

describe('reasons of blocks from before', () => {
  let own: Awaited<ReturnType<typeof createTestDatabase>>;
  let database: DataSource;
  beforeAll(async () => {
    own = await createTestDatabase();
    database = await new DataSource(dataSourceOptions(own.url, [])).initialize();
  });
  afterAll(async () => {
    await database.destroy();
    await own.drop();
  });

  it('leave the audit for a table of their own, and those of deleted accounts leave it for ever (OWN-584)', async () => {
    const migration = new BlockReasons1700000000099();
    await database.transaction(async ({ queryRunner }) => {
      if (!queryRunner) throw new Error('no transaction');
      await migration.down(queryRunner);
      await queryRunner.query(
        `INSERT INTO users (id, username, username_key, blocked_at, block_reason, deleted_at)
         VALUES (1, 'a', 'a', now(), 'cheats', NULL), (2, 'b', 'b', now(), 'lies', now())`,
      );
      await queryRunner.query(
        `INSERT INTO audit_log (id, actor, action, subject, detail)
         SELECT id, 'user:9', 'user.block', 'user:' || id, jsonb_build_object('reason', block_reason) FROM users`,
      );
      await migration.up(queryRunner);
    });
    const all = (what: string): Promise<unknown> => database.query(what);
    expect(await all('SELECT detail FROM audit_log ORDER BY id')).toEqual([{ detail: {} }, { detail: {} }]);
    expect(await all('SELECT audit_id::int, user_id, text FROM block_reasons')).toEqual([
      { audit_id: 1, user_id: 1, text: 'cheats' },
    ]);
    expect(await all('SELECT block_reason FROM users ORDER BY id')).toEqual([
      { block_reason: 'cheats' },
      { block_reason: null },
    ]);
    await expect(all(`UPDATE audit_log SET detail = '{"reason": "x"}'`)).rejects.toThrow('append-only');
  });
});
