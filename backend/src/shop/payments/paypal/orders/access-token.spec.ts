import { beforeEach, describe, expect, it } from '@jest/globals';
import { AccessToken } from './paypal-api.js';

describe('the access token (OWN-76)', () => {
  let now: number;
  let issued: number;
  let token: AccessToken;
  beforeEach(() => {
    [now, issued] = [0, 0];
    const issue = async () => {
      issued += 1;
      if (issued === 3) throw new Error('away');
      return { text: `token ${issued}`, lifeMs: 600_000 };
    };
    token = new AccessToken(issue, () => now);
  });

  it('is asked for once by many, and kept until shortly before its end', async () => {
    expect(await Promise.all([token.getToken(), token.getToken(), token.getToken()])).toEqual(
      Array(3).fill('token 1'),
    );
    now = 539_999;
    expect(await token.getToken()).toBe('token 1');
    now = 540_000;
    expect(await Promise.all([token.getToken(), token.getToken()])).toEqual(['token 2', 'token 2']);
  });

  it('is replaced once where many calls are refused with it', async () => {
    const refused = await token.getToken();
    token.discardToken(refused);
    expect(await token.getToken()).toBe('token 2');
    token.discardToken(refused);
    expect(await token.getToken()).toBe('token 2');
  });

  it('is asked for again after a failure', async () => {
    token.discardToken(await token.getToken());
    token.discardToken(await token.getToken());
    await expect(token.getToken()).rejects.toThrow('away');
    expect(await token.getToken()).toBe('token 4');
  });
});
