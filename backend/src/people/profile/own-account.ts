import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { currentUser, type AccountProfile, type CurrentUser } from '@pax/contracts';
import { DataSource } from 'typeorm';
import type { Actor } from '../../platform/calls/access.js';
import { ShopError } from '../../platform/shop-error.js';
import { usesOwnReferralCode } from '../referrals/self-referral.js';
import { RoleSource, type Freshness } from '../rights/role-source.js';
import { ProfilesQueries } from './profiles.queries.js';

/** The rights of a session, including whether it may open the admin panel. */
type SessionRights = Required<Pick<AccountProfile, 'isAuthorizedUser' | 'role' | 'rights' | 'blocked'>>;

/** The signed-in account as its owner sees it. */
@Injectable()
export class OwnAccount {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly profiles: ProfilesQueries,
    private readonly roles: RoleSource,
  ) {}

  /** Answers GET /api/account/profile. */
  async readProfile(actor: Actor): Promise<AccountProfile> {
    const [profile, names] = await Promise.all([
      this.readProfileWithRights(actor, 'relaxed'),
      this.profiles.readLastNames(actor.userId),
    ]);
    return { ...profile, ...names };
  }

  /** Answers GET /api/auth/me: the account's basic data with the rights of this session. */
  async readUser(actor: Actor): Promise<CurrentUser> {
    const profile = await this.readProfileWithRights(actor, 'shown');
    // Not by the applied code, which is erased together with the referrer's account.
    const referred =
      profile.referredBy !== null && !(await usesOwnReferralCode(this.database.manager, actor.userId));
    return currentUser.parse({ ...profile, referred });
  }

  /**
   * Reads whether this session may open the admin panel.
   * @throws ShopError UNAVAILABLE while the role is unknown
   */
  readRights(actor: Actor): Promise<SessionRights> {
    return this.readProfileWithRights(actor, 'recent');
  }

  private async readProfileWithRights(
    { userId, identity }: Actor,
    freshness: Freshness,
  ): Promise<AccountProfile & SessionRights> {
    const profile = await this.profiles.readProfile(userId);
    if (!profile) throw new ShopError('UNAUTHENTICATED', 'Please sign in.');
    const { role, rights } = await this.roles.readRightsInSession(identity, freshness);
    const isAuthorizedUser = role !== 'customer' && !profile.blocked;
    return { ...profile, role, isAuthorizedUser, rights: isAuthorizedUser ? [...rights] : [] };
  }
}
