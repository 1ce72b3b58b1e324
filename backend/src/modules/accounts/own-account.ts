import { Injectable } from '@nestjs/common';
import { currentUser, type AccountProfile, type CurrentUser } from '@pax/contracts';
import { ShopError } from '../../common/problem.js';
import { RoleSource, type Freshness } from '../auth/role-source.js';
import { AccountsQueries } from './accounts.queries.js';

/** What a signed-in person sees of the own account. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly accounts: AccountsQueries,
    private readonly roles: RoleSource,
  ) {}

  /** GET /api/account/profile */
  profile(userId: number): Promise<AccountProfile> {
    return this.read(userId, 'relaxed');
  }

  /** GET /api/auth/me: the bare user (OWN-8). */
  async me(userId: number): Promise<CurrentUser> {
    return currentUser.parse(await this.read(userId, 'recent'));
  }

  private async read(userId: number, freshness: Freshness): Promise<AccountProfile> {
    const profile = await this.accounts.profile(userId);
    if (!profile) throw new ShopError('UNAUTHENTICATED', 'Please sign in.');
    const role = await this.roles.roleOf(profile.discordId, freshness);
    return { ...profile, role, isAuthorizedUser: role !== 'customer' && !profile.blocked };
  }
}
