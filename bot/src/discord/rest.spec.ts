import { describe, expect, it } from '@jest/globals';
import { RateLimitNormalizer } from './rest.js';

const limited = (body: object | string, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status: 429, headers });
const ROUTE = 'PATCH /channels/1/messages/2';

describe('answers about limits (OWN-136)', () => {
  it('keep the time that Discord names, by header or body', async () => {
    const answers = new RateLimitNormalizer();
    const named = await answers.normalizeAnswer(ROUTE, limited({}, { 'retry-after': '3.5' }));
    expect([named.status, named.headers.get('retry-after')]).toEqual([429, '3.5']);
    const inBody = await answers.normalizeAnswer(ROUTE, limited({ retry_after: 2.25 }));
    expect(inBody.headers.get('retry-after')).toBe('2.25');
  });

  it.each([['{}'], ['<html>'], ['{"retry_after":0}'], ['{"retry_after":"soon"}'], ['null']])(
    'without a time wait longer each time, until one goes through: %s',
    async (body) => {
      const answers = new RateLimitNormalizer();
      const waits = [];
      for (let round = 0; round < 8; round += 1)
        waits.push(Number((await answers.normalizeAnswer(ROUTE, limited(body))).headers.get('retry-after')));
      expect(waits[0]).toBeGreaterThanOrEqual(0.75);
      expect(waits[0]).toBeLessThanOrEqual(1);
      expect(waits[7]).toBeGreaterThanOrEqual(45);
      await answers.normalizeAnswer(ROUTE, new Response('{}'));
      const first = await answers.normalizeAnswer(ROUTE, limited(body));
      expect(Number(first.headers.get('retry-after'))).toBeLessThanOrEqual(1);
    },
  );

  it('of too many edits of an old message are refusals of that edit', async () => {
    const body = { code: 30_046, message: 'Maximum number of edits', retry_after: 1_800 };
    const refused = await new RateLimitNormalizer().normalizeAnswer(
      ROUTE,
      limited(body, { 'retry-after': '1800' }),
    );
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([400, null]);
    expect(await refused.json()).toEqual(body);
  });

  it('are Discord’s refusals only as JSON with its code and message (OWN-7)', async () => {
    const read = async (status: number, body: string) => {
      const headers = { 'x-ratelimit-limit': '5' };
      const answer = await new RateLimitNormalizer().normalizeAnswer(
        ROUTE,
        new Response(body, { status, headers }),
      );
      return [answer.status, answer.statusText, await answer.text(), answer.headers.get('x-ratelimit-limit')];
    };
    for (const status of [400, 401, 403, 404, 413]) {
      const verdict = JSON.stringify({ code: 0, message: `${status}: from Discord` });
      expect(await read(status, verdict)).toEqual([status, '', verdict, '5']);
      for (const page of ['<html>Forbidden</html>', '', '{}', '{"code":"403","message":"no"}', '[]', 'null'])
        expect(await read(status, page)).toEqual([502, `status ${status} without Discord's JSON`, '', null]);
    }
  });

  it('leave everything else as it is', async () => {
    for (const status of [200, 204, 500, 503]) {
      const answer = new Response(null, { status });
      expect(await new RateLimitNormalizer().normalizeAnswer(ROUTE, answer)).toBe(answer);
    }
  });
});
