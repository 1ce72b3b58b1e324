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
    expect(await Promise.all([token.get(), token.get(), token.get()])).toEqual(Array(3).fill('token 1'));
    now = 539_999;
    expect(await token.get()).toBe('token 1');
    now = 540_000;
    expect(await Promise.all([token.get(), token.get()])).toEqual(['token 2', 'token 2']);
  });

  it('is replaced once where many calls are refused with it', async () => {
    const refused = await token.get();
    token.discard(refused);
    expect(await token.get()).toBe('token 2');
    token.discard(refused);
    expect(await token.get()).toBe('token 2');
  });

  it('is asked for again after a failure', async () => {
    token.discard(await token.get());
    token.discard(await token.get());
    await expect(token.get()).rejects.toThrow('away');
    expect(await token.get()).toBe('token 4');
  });
});
