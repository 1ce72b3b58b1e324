import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/calls/access.js';
import { RoleSource } from '../rights/role-source.js';

/** Tells a session that only has to pass its second step from one without rights. */
@Injectable()
export class PendingStep {
  constructor(private readonly roles: RoleSource) {}

  /** Tells whether passing the second step would open the panel. @throws ShopError UNAVAILABLE while nobody knows */
  async isAllThatLacks({ blocked, identity }: Actor): Promise<boolean> {
    if (blocked || identity.secondStep !== 'pending') return false;
    const after = await this.roles.inSession({ ...identity, secondStep: 'passed' }, 'recent');
    return after.role !== 'customer';
  }
}
