import { Injectable } from '@nestjs/common';
import type { CheckAuthAnswer } from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { OwnAccount } from '../profile/own-account.js';
import { PanelRefusals } from '../access/panel-refusals.js';
import { PendingStep } from '../second-step/pending-step.js';

/** Tells the panel's page whether it may open; records a refused visit, as the page says. */
@Injectable()
export class CheckAuth {
  constructor(
    private readonly own: OwnAccount,
    private readonly refusals: PanelRefusals,
    private readonly pendingStep: PendingStep,
  ) {}

  async execute(actor: Actor, address: string): Promise<CheckAuthAnswer> {
    const { isAuthorizedUser, role, rights, blocked } = await this.own.rights(actor);
    const answer = { isAuthorizedUser, role, rights, blocked };
    if (isAuthorizedUser) return answer;
    // Somebody in the middle of signing in is refused nothing.
    if (actor.identity.mustPass || (await this.pendingStep.isAllThatLacks(actor)))
      return { ...answer, needsSecondStep: true };
    const refused = { ...actor, role, rights, blocked };
    const signInWith = await this.refusals.record(refused, 'GET /api/admin/check-auth', address);
    return signInWith.length === 0 ? answer : { ...answer, signInWith };
  }
}
