import { Controller, Get, Put } from '@nestjs/common';
import { updateProfileRequest, type AccountProfile, type UpdateProfileRequest } from '@pax/contracts';
import { Allow, type Actor } from '../../common/access.js';
import { CurrentActor } from '../../common/current-actor.js';
import { ZodBody } from '../../common/zod.pipe.js';
import { CallLimits } from '../../infra/limits/call-limits.js';
import { Limits, type LimitRule } from '../../infra/limits/limits.js';
import { OwnAccount } from './own-account.js';
import { UpdateProfile } from './update-profile.js';

const QUARTER_HOUR_MS = 15 * 60_000;
/** Whoever changes a profile asks which names there are (OWN-375); a household has many accounts. */
const EDITS_PER_ADDRESS: LimitRule = { name: 'profile-address', points: 60, windowMs: QUARTER_HOUR_MS };
const EDITS_PER_ACCOUNT: LimitRule = { name: 'profile-account', points: 20, windowMs: QUARTER_HOUR_MS };

@Controller('api/account')
@Allow('session')
export class AccountController {
  constructor(
    private readonly own: OwnAccount,
    private readonly updateProfile: UpdateProfile,
    private readonly limits: Limits,
  ) {}

  @Get('profile')
  profile(@CurrentActor() actor: Actor): Promise<AccountProfile> {
    return this.own.profile(actor);
  }

  @Put('profile')
  @CallLimits({ perAddress: EDITS_PER_ADDRESS })
  async update(
    @CurrentActor() actor: Actor,
    @ZodBody(updateProfileRequest) change: UpdateProfileRequest,
  ): Promise<AccountProfile> {
    await this.limits.take(EDITS_PER_ACCOUNT, String(actor.userId));
    await this.updateProfile.execute(actor.userId, change);
    return this.own.profile(actor);
  }
}
