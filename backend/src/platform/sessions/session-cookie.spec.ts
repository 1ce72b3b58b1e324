import { describe, expect, it } from '@jest/globals';
import cookie from '@fastify/cookie';
import { fastify } from 'fastify';
import { readSettings } from '../../settings.js';
import { writeSessionCookie } from './session-cookie.js';

const LEAST = { DATABASE_URL: 'postgres://shop@db/shop', SESSION_SECRET: 'short', NODE_ENV: 'test' };

/** The session cookie that a shop at this address sets, by its parts. */
async function cookieAt(PUBLIC_URL: string): Promise<string[]> {
  const app = fastify();
  await app.register(cookie);
  app.get('/', (_request, reply) => {
    writeSessionCookie(reply, readSettings({ ...LEAST, PUBLIC_URL }), 'token');
    return 'signed in';
  });
  try {
    const { headers } = await fetch(await app.listen({ port: 0, host: '127.0.0.1' }));
    return headers.getSetCookie()[0]?.split('; ') ?? [];
  } finally {
    await app.close();
  }
}

describe('the session cookie (OWN-197)', () => {
  const always = ['Path=/', 'HttpOnly', 'SameSite=Lax'];

  it('is bound to the origin and secure where the shop is reached by https', async () => {
    const found = await cookieAt('https://127.0.0.1');
    expect(found).toEqual(expect.arrayContaining(['__Host-pax_session=token', 'Secure', ...always]));
    expect(found.join()).not.toContain('Domain');
  });

  it('is neither on plain http, where browsers would refuse it', async () => {
    const found = await cookieAt('http://127.0.0.1:3000');
    expect(found).toEqual(expect.arrayContaining(['pax_session=token', ...always]));
    expect(found).not.toContain('Secure');
  });
});
