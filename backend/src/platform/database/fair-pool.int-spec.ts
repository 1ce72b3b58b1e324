import { describe, expect, it, jest } from '@jest/globals';
import Fastify from 'fastify';
import { createTestDatabase } from '../../../test/database.js';
import { addRequestContext } from '../http/request-context.js';
import { FairPool } from './fair-pool.js';

jest.setTimeout(60_000);

describe('a connection of the pool', () => {
  it('does not crash the process when it ends before anybody listens', async () => {
    const own = await createTestDatabase();
    const pool = new FairPool({ connectionString: own.url });
    const [unheard, admin] = [await pool.connect(), await pool.connect()];
    const { rows } = await unheard.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const ended = new Promise<void>((resolve) => {
      unheard.once('end', resolve);
    });
    await admin.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    await expect(unheard.query('SELECT 1')).rejects.toThrow('not queryable');
    for (const client of [unheard, admin]) client.release();
    await pool.end();
    await own.drop();
  });
});

describe('calls that wait for a connection', () => {
  it('have the networks that ask take turns (OWN-1219)', async () => {
    const own = await createTestDatabase();
    const pool = new FairPool({ connectionString: own.url, max: 1 });
    const holder = await pool.connect();
    const served: string[] = [];
    const fastify = Fastify({ trustProxy: true });
    addRequestContext(fastify);
    fastify.get('/', async ({ ip }) => {
      const connection = await pool.connect();
      served.push(ip);
      connection.release();
      return 'served';
    });
    const crowd = ['203.0.113.1', '203.0.113.1', '203.0.113.1', '203.0.113.2'];
    const calls = [...crowd, '198.51.100.1', '198.51.100.1'].map(async (from) =>
      fastify.inject({ url: '/', headers: { 'x-forwarded-for': from } }),
    );
    while (pool.waitingCount < calls.length) await new Promise(setImmediate);
    holder.release();
    for (const { statusCode } of await Promise.all(calls)) expect(statusCode).toBe(200);
    expect(served).toEqual([
      '203.0.113.1',
      '198.51.100.1',
      '203.0.113.2',
      '198.51.100.1',
      '203.0.113.1',
      '203.0.113.1',
    ]);
    await fastify.close();
    await pool.end();
    await own.drop();
  });
});
