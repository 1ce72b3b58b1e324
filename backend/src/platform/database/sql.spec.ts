import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { sql } from './sql.js';

const idRow = z.object({ id: z.number() });
const answering = (answer: unknown) => sql({ query: async () => answer });

describe('sql', () => {
  it('decodes the rows of queries and of RETURNING clauses', async () => {
    expect(await answering([{ id: 1, other: 'x' }]).rows(idRow, 'SELECT')).toEqual([{ id: 1 }]);
    expect(await answering([[{ id: 2 }], 1]).rows(idRow, 'UPDATE')).toEqual([{ id: 2 }]);
    expect(await answering([[], 0]).first(idRow, 'UPDATE')).toBeUndefined();
  });

  it('refuses a row that does not fit, and names column and statement', async () => {
    const read = answering([{ id: '1' }]).rows(idRow, 'SELECT id FROM users');
    await expect(read).rejects.toThrow(
      /^A row does not fit its schema: id .*Statement: SELECT id FROM users$/,
    );
  });

  it('says whether there is a row', async () => {
    expect(await answering([{ one: 1 }]).exists('SELECT')).toBe(true);
    expect(await answering([]).exists('SELECT')).toBe(false);
    expect(await answering([[], 0]).exists('DELETE')).toBe(false);
  });

  it('counts changed rows, and refuses a statement that changes none', async () => {
    expect(await answering([[], 3]).affected('UPDATE')).toBe(3);
    await expect(answering([]).affected('SELECT 1')).rejects.toThrow('Not an UPDATE or DELETE: SELECT 1');
  });
});
