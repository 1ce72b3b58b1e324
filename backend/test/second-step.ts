import { secondStepAnswer, type SecondStepAnswer } from '@pax/contracts';
import { Secret, TOTP } from 'otpauth';
import { Clock } from '../src/platform/clock.js';
import { startListeningApp, stopClock, type ListeningApp, type TestApp } from './app.js';
import { DiscordPeer, PEER_STAFF_ROLE } from './discord-peer.js';
import { signIn, type SignedIn, type SignInOptions } from './sign-in.js';

/** Settings that allow setting up authenticator apps. */
export const WITH_TOKEN_KEY = { TOKEN_KEY: 'a key of the specs that is long enough' };
const STEP = '/api/account/second-step';
const PERIOD_MS = 30_000;

type Agent = SignedIn['agent'];

/**
 * An authenticator app that uses the clock of the shop, which the spec has stopped; otherwise a step could end
 * between two lines.
 */
export class AuthenticatorApp {
  constructor(
    private readonly shop: TestApp,
    readonly key: string,
  ) {}

  /** Computes the code that many 30 s steps from now. */
  code(steps = 0): string {
    const totp = new TOTP({ secret: Secret.fromBase32(this.key) });
    return totp.generate({ timestamp: this.shop.app.get(Clock).now().getTime() + steps * PERIOD_MS });
  }
}

export interface SignedInWithApp extends SignedIn {
  app: AuthenticatorApp;
  recoveryCodes: string[];
}

/** Describes an answer by status and code, such as `403 SECOND_STEP_WRONG`; a success by `200`. */
export const describeAnswer = ({ status, body }: { status: number; body: { code?: string } }): string =>
  body.code === undefined ? String(status) : `${status} ${body.code}`;

/** Starts the setup of an app. @returns the app */
export async function startAppSetup(shop: TestApp, agent: Agent): Promise<AuthenticatorApp> {
  const { body } = await agent.post(`${STEP}/totp`).expect(200);
  return new AuthenticatorApp(shop, String(body.key));
}

/** Signs in an admin, or the person of the options, and sets up an app with the code of the previous step. */
export async function signInWithApp(
  shop: TestApp,
  options: SignInOptions = { admin: true },
): Promise<SignedInWithApp> {
  const person = await signIn(shop, { ...options, proven: true });
  const app = await startAppSetup(shop, person.agent);
  const { body } = await person.agent
    .post(`${STEP}/totp/confirm`)
    .send({ code: app.code(-1) })
    .expect(200);
  return { ...person, app, recoveryCodes: body.recoveryCodes };
}

/** Passes the second step with a code. @returns as `describeAnswer` */
export const passSecondStep = async (agent: Agent, code: string): Promise<string> =>
  describeAnswer(await agent.post('/api/auth/second-step').send({ code }));

export const readSecondStep = async (agent: Agent): Promise<SecondStepAnswer> =>
  secondStepAnswer.parse((await agent.get(STEP).expect(200)).body);

/** Removes the second step of an account, so that specs that share it start anew. */
export async function removeSecondStep(shop: TestApp, userId: number): Promise<void> {
  await shop.database.query('DELETE FROM second_steps WHERE user_id = $1', [userId]);
  await shop.database.query('DELETE FROM sessions WHERE user_id = $1', [userId]);
  await shop.database.query('DELETE FROM rate_limits');
}

/** Discord id of a person with a staff role. */
export const STEP_STAFF_ID = '427196530852986894';

/** A shop with admins, staff and a stopped clock. */
export interface SecondStepShop extends ListeningApp {
  /** The Discord stand-in for sign-ins. */
  peer: DiscordPeer;
  /** Sets how far the clock is ahead, ms. */
  moveClock(ms: number): void;
  /** Signs in the one admin. */
  admin(options?: SignInOptions): Promise<SignedIn>;
  /** Signs in the admin and sets up an app. */
  adminWithApp(options?: SignInOptions): Promise<SignedInWithApp>;
  /** Lists the audited actions on the second step of an account, with the method. */
  listAudited(userId: number): Promise<string[]>;
  /** Removes second steps, sessions and limits. */
  reset(): Promise<void>;
}

export async function startSecondStepShop(): Promise<SecondStepShop> {
  const peer = new DiscordPeer();
  await peer.listen();
  peer.members.set(STEP_STAFF_ID, [PEER_STAFF_ROLE]);
  const shop = await startListeningApp({ ...peer.settings(), ...WITH_TOKEN_KEY });
  const moveClock = stopClock(shop);
  const used = new Set<number>();
  const noted = <T extends SignedIn>(person: T): T => {
    used.add(person.userId);
    return person;
  };
  return {
    ...shop,
    peer,
    moveClock,
    admin: async (options) => noted(await signIn(shop, { admin: true, ...options })),
    adminWithApp: async (options) => noted(await signInWithApp(shop, options)),
    listAudited: async (userId) => {
      const rows: { told: string }[] = await shop.database.query(
        `SELECT action || coalesce(' ' || (detail->>'way'), '') AS told FROM audit_log
          WHERE subject = $1 AND action LIKE 'second-step.%' ORDER BY id`,
        [`user:${userId}`],
      );
      return rows.map(({ told }) => told);
    },
    reset: async () => {
      moveClock(0);
      for (const userId of used) await removeSecondStep(shop, userId);
    },
    close: async () => {
      await shop.close();
      await peer.close();
    },
  };
}
