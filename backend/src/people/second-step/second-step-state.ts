import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { SecondStepAnswer } from '@pax/contracts';
import { DataSource } from 'typeorm';
import type { Actor } from '../../platform/calls/access.js';
import { Sessions } from '../../platform/sessions/sessions.js';
import { RoleSource } from '../rights/role-source.js';
import { recoveryCodesLeft } from './recovery-codes.js';
import { passkeysOf, secondStepOf } from './second-step-rows.js';
import { TotpKeys } from './totp-keys.js';
import { WebAuthn } from './webauthn.js';

/** The state of a second step, as its owner sees it. */
@Injectable()
export class SecondStepState {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sessions: Sessions,
    private readonly roles: RoleSource,
    private readonly keys: TotpKeys,
    private readonly webAuthn: WebAuthn,
  ) {}

  async of({ userId, sessionId, identity }: Actor): Promise<SecondStepAnswer> {
    const { manager } = this.database;
    const isEntitled = (await this.roles.ofAccount(identity, 'shown')) !== 'customer';
    const {
      secondStep: status,
      provenUntil,
      isStepOwed: isOwed,
    } = await this.sessions.standing(sessionId, userId);
    const step = await secondStepOf(manager, userId);
    const passkeys = await passkeysOf(manager, userId);
    const left = await recoveryCodesLeft(manager, userId);
    const ways: SecondStepAnswer['ways'] = [];
    if (identity.openedBy !== 'password') {
      if (passkeys.length > 0 && this.webAuthn.isOffered) ways.push('passkey');
      if (this.keys.open(userId, step?.totpSealed ?? null) !== undefined) ways.push('totp');
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
