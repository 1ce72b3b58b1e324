import type { LimitRule, SecondStepAnswer } from '@pax/contracts';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/calls/access.js';
import { RoleSource } from '../rights/role-source.js';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Sessions } from '../../platform/sessions/sessions.js';
import { countRecoveryCodes } from './recovery-codes.js';
import { readPasskeys, readSecondStep } from './second-step-rows.js';
import { TotpKeys } from './totp.js';
import { WebAuthn } from './webauthn.js';

const QUARTER_HOUR_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

// Limit of wrong codes. With six digits and three valid codes at a time, the day's limit keeps a month of guessing
// below a chance of one in three hundred.
export const STEP_PER_ACCOUNT: LimitRule = { name: 'step-account', points: 5, windowMs: QUARTER_HOUR_MS };
export const STEP_PER_ACCOUNT_DAY: LimitRule = { name: 'step-account-day', points: 30, windowMs: DAY_MS };
export const STEP_PER_ADDRESS: LimitRule = { name: 'step-address', points: 20, windowMs: QUARTER_HOUR_MS };
// Limit of wrong passkey signatures, apart from codes: nobody can guess a signature, but each wrong one writes an
// audit row.
export const PASSKEY_PER_ACCOUNT: LimitRule = {
  name: 'passkey-account',
  points: 20,
  windowMs: QUARTER_HOUR_MS,
};

/** Tells a session whose second step is pending from one without rights. */
@Injectable()
export class PendingStep {
  constructor(private readonly roles: RoleSource) {}

  /**
   * Tells whether passing the second step would open the admin panel.
   * @throws ShopError UNAVAILABLE while the role is unknown
   */
  async isOnlyStepMissing({ blocked, identity }: Actor): Promise<boolean> {
    if (blocked || identity.secondStep !== 'pending') return false;
    const after = await this.roles.readRightsInSession({ ...identity, secondStep: 'passed' }, 'recent');
    return after.role !== 'customer';
  }
}

/** Reads the state of an account's second step, as its owner sees it. */
@Injectable()
export class SecondStepState {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sessions: Sessions,
    private readonly roles: RoleSource,
    private readonly keys: TotpKeys,
    private readonly webAuthn: WebAuthn,
  ) {}

  async readStepState({ userId, sessionId, identity }: Actor): Promise<SecondStepAnswer> {
    const { manager } = this.database;
    const isEntitled = (await this.roles.readHighestRole(identity, 'shown')) !== 'customer';
    const {
      secondStep: status,
      provenUntil,
      isStepOwed: isOwed,
    } = await this.sessions.readProofs(sessionId, userId);
    const step = await readSecondStep(manager, userId);
    const passkeys = await readPasskeys(manager, userId);
    const left = await countRecoveryCodes(manager, userId);
    const ways: SecondStepAnswer['ways'] = [];
    if (identity.openedBy !== 'password') {
      if (passkeys.length > 0 && this.webAuthn.isOffered) ways.push('passkey');
      if (this.keys.openKey(userId, step?.totpSealed ?? null) !== undefined) ways.push('totp');
      if (left > 0) ways.push('recovery-code');
    }
    const offers: SecondStepAnswer['offers'] = [];
    if (isEntitled && this.keys.isOffered) offers.push('totp');
    if (isEntitled && this.webAuthn.isOffered) offers.push('passkey');
    return {
      status,
      ways,
      offers,
      mayChangeUntil: provenUntil?.toISOString() ?? null,
      totpSince: step?.totpSince?.toISOString() ?? null,
      passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      recoveryCodesLeft: left,
      isOwed,
    };
  }
}
