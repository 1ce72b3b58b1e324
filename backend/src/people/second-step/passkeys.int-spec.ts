import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { recoveryCodesAnswer } from '@pax/contracts';
import { startListeningApp, type ListeningApp, stopClock } from '../../../test/app.js';
import { PasskeyAuthenticator, type Misbehaviour } from '../../../test/passkey-authenticator.js';
import {
  passSecondStep,
  describeAnswer,
  readSecondStep,
  signInWithApp,
  removeSecondStep,
  WITH_TOKEN_KEY,
} from '../../../test/second-step.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';
import { RateLimiter } from '../../platform/limits/rate-limiter.js';
import { PASSKEY_PER_ACCOUNT } from './second-step-state.js';

jest.setTimeout(60_000);

const ORIGIN = 'http://localhost:3000';
const PASSKEYS = '/api/account/second-step/passkeys';
const CHECK = '/api/auth/second-step/passkey';

type Agent = SignedIn['agent'];

const WRONGS: [string, Misbehaviour][] = [
  ['another host’s', { host: 'evil.example' }],
  ['another page’s', { origin: 'http://localhost:3001' }],
  ['a page’s of another scheme', { origin: 'https://localhost:3000' }],
  ['another challenge’s', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ['one without a verified person', { unverified: true }],
];

describe('passkeys (OWN-567)', () => {
  let shop: ListeningApp;
  let userId = 0;
  let moveClock: (ms: number) => void;
  beforeAll(async () => {
    shop = await startListeningApp({ PUBLIC_URL: ORIGIN, ...WITH_TOKEN_KEY });
    moveClock = stopClock(shop);
  });
  afterEach(async () => {
    moveClock(0);
    await removeSecondStep(shop, userId);
  });
  afterAll(() => shop.close());

  const admin = async (): Promise<SignedIn> => {
    const person = await signIn(shop, { admin: true, proven: true });
    ({ userId } = person);
    return person;
  };
  const offer = async (agent: Agent) => (await agent.post(`${PASSKEYS}/challenge`).expect(200)).body;
  const add = async (agent: Agent, response: object, name = 'Laptop') =>
    agent.post(PASSKEYS).send({ name, response });
  const challenge = async (agent: Agent) => (await agent.post(`${CHECK}/challenge`).expect(200)).body;
  const check = async (agent: Agent, response: object) =>
    describeAnswer(await agent.post(CHECK).send({ response }));
  const withPasskey = async () => {
    const person = await admin();
    const device = new PasskeyAuthenticator(ORIGIN);
    const { body } = await add(person.agent, device.createPasskey(await offer(person.agent)));
    return { ...person, device, recoveryCodes: recoveryCodesAnswer.parse(body).recoveryCodes };
  };

  it('are made for the shop’s host, and pass the step in other sessions', async () => {
    const { agent, device, recoveryCodes } = await withPasskey();
    expect(recoveryCodes).toHaveLength(10);
    expect(await readSecondStep(agent)).toMatchObject({
      status: 'fresh',
      ways: ['passkey', 'recovery-code'],
      offers: ['totp', 'passkey'],
      passkeys: [{ name: 'Laptop', lastUsedAt: null }],
    });
    const later = await admin();
    expect(await readSecondStep(later.agent)).toMatchObject({ status: 'pending' });
    const asked = await challenge(later.agent);
    expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(await check(later.agent, device.sign(asked))).toBe('200');
    await later.agent.get('/api/admin/coin-stock').expect(200);
    expect((await readSecondStep(later.agent)).passkeys[0]?.lastUsedAt).not.toBeNull();
  });

  it.each(WRONGS)('refuses %s, new and known', async (_whose, wrong) => {
    const { agent } = await admin();
    const device = new PasskeyAuthenticator(ORIGIN);
    expect(describeAnswer(await add(agent, device.createPasskey(await offer(agent), wrong)))).toBe(
      '403 SECOND_STEP_WRONG',
    );
    expect((await readSecondStep(agent)).passkeys).toEqual([]);
    await add(agent, device.createPasskey(await offer(agent)));
    const later = await admin();
    expect(await check(later.agent, device.sign(await challenge(later.agent), wrong))).toBe(
      '403 SECOND_STEP_WRONG',
    );
    expect((await readSecondStep(later.agent)).status).toBe('pending');
  });

  it('sign a challenge once, soon, and only in the session that asked', async () => {
    const { agent, device } = await withPasskey();
    const [one, other] = [await admin(), await admin()];
    const asked = await challenge(one.agent);
    const signed = device.sign(asked);
    expect(await check(other.agent, signed)).toBe('403 SECOND_STEP_WRONG');
    await challenge(other.agent);
    expect(await check(other.agent, signed)).toBe('403 SECOND_STEP_WRONG');
    const answers = await Promise.all([check(one.agent, signed), check(one.agent, signed)]);
    expect(answers.filter((answer) => answer === '200')).toHaveLength(1);
    expect(await check(agent, signed)).toBe('403 SECOND_STEP_WRONG');
    const late = await challenge(agent);
    moveClock(11 * 60_000);
    expect(await check(agent, device.sign(late))).toBe('403 SECOND_STEP_WRONG');
  });

  it('refuse a counter that does not rise: the key was copied', async () => {
    const { agent, device } = await withPasskey();
    expect(await check(agent, device.sign(await challenge(agent), { counter: 7 }))).toBe('200');
    for (const counter of [7, 6, 1])
      expect(await check(agent, device.sign(await challenge(agent), { counter }))).toBe(
        '403 SECOND_STEP_WRONG',
      );
    expect(await check(agent, device.sign(await challenge(agent), { counter: 8 }))).toBe('200');
  });

  it('are tried no more often by one account, from whatever address (OWN-571)', async () => {
    const { agent, device, userId: owner } = await withPasskey();
    const right = device.sign(await challenge(agent));
    await shop.app.get(RateLimiter).take(PASSKEY_PER_ACCOUNT, String(owner), PASSKEY_PER_ACCOUNT.points);
    expect(await check(agent, right)).toBe('429 RATE_LIMITED');
    await shop.database.query('DELETE FROM rate_limits');
    expect(await check(agent, right)).toBe('200');
  });

  it('are refused when they are of nobody, of another account, known already, or no passkeys', async () => {
    const { agent, device } = await withPasskey();
    const stranger = new PasskeyAuthenticator(ORIGIN);
    expect(await check(agent, stranger.sign(await challenge(agent)))).toBe('403 SECOND_STEP_WRONG');
    expect(describeAnswer(await add(agent, device.createPasskey(await offer(agent))))).toBe('409 CONFLICT');
    const made = stranger.createPasskey(await offer(agent));
    for (const body of [
      {},
      { name: 'x' },
      { name: '', response: made },
      { name: 'x'.repeat(41), response: made },
      { name: 'x', response: { ...made, id: '<script>' } },
      { name: 'x', response: { ...made, type: 'password' } },
      { name: 'x', response: { ...made, more: 1 } },
      { name: 'x', response: made, more: 1 },
    ])
      expect(describeAnswer(await agent.post(PASSKEYS).send(body))).toBe('400 VALIDATION');
    const garbage = { ...made, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };
    expect(describeAnswer(await add(agent, garbage))).toBe('403 SECOND_STEP_WRONG');
    expect((await readSecondStep(agent)).passkeys).toHaveLength(1);
  });

  it('are 10 at most, are removed by number, and the last one takes the step along', async () => {
    const { agent } = await withPasskey();
    for (let more = 1; more < 10; more += 1)
      expect(
        describeAnswer(
          await add(agent, new PasskeyAuthenticator(ORIGIN).createPasskey(await offer(agent)), `Key ${more}`),
        ),
      ).toBe('200');
    expect(describeAnswer(await agent.post(`${PASSKEYS}/challenge`))).toBe('409 CONFLICT');
    const { passkeys } = await readSecondStep(agent);
    const stranger = await signIn(shop, { admin: false });
    expect(describeAnswer(await stranger.agent.delete(`${PASSKEYS}/${passkeys[0]?.id}`))).toBe(
      '403 FRESH_SIGN_IN_REQUIRED',
    );
    for (const { id } of passkeys)
      expect(describeAnswer(await agent.delete(`${PASSKEYS}/${id}`))).toBe('200');
    expect(describeAnswer(await agent.delete(`${PASSKEYS}/${passkeys[0]?.id}`))).toBe('404 NOT_FOUND');
    expect(await readSecondStep(agent)).toMatchObject({ status: 'none', ways: [], recoveryCodesLeft: 0 });
  });

  it('stand beside an app; removing one way keeps the other and asks on', async () => {
    const { agent, app, ...person } = await signInWithApp(shop);
    ({ userId } = person);
    const device = new PasskeyAuthenticator(ORIGIN);
    const { body } = await add(agent, device.createPasskey(await offer(agent)));
    expect(body).toEqual({ recoveryCodes: [] });
    expect(describeAnswer(await agent.delete('/api/account/second-step/totp'))).toBe('200');
    expect(await readSecondStep(agent)).toMatchObject({
      status: 'fresh',
      ways: ['passkey', 'recovery-code'],
    });
    expect(await passSecondStep(agent, app.code())).toBe('403 SECOND_STEP_WRONG');
  });
});
