import { Controller, Get, Put } from '@nestjs/common';
import { updateProfileRequest, type AccountProfile, type UpdateProfileRequest } from '@pax/contracts';
import { Allow, type Actor } from '../../common/access.js';
import { CurrentActor } from '../../common/current-actor.js';
import { ZodBody } from '../../common/zod.pipe.js';
import { OwnAccount } from './own-account.js';
import { UpdateProfile } from './update-profile.js';

@Controller('api/account')
@Allow('session')
export class AccountController {
  constructor(
    private readonly own: OwnAccount,
    private readonly updateProfile: UpdateProfile,
  ) {}

  @Get('profile')
  profile(@CurrentActor() actor: Actor): Promise<AccountProfile> {
    return this.own.profile(actor.userId);
  }

  @Put('profile')
  async update(
    @CurrentActor() actor: Actor,
    @ZodBody(updateProfileRequest) change: UpdateProfileRequest,
  ): Promise<AccountProfile> {
    await this.updateProfile.execute(actor.userId, change);
    return this.own.profile(actor.userId);
  }
}
