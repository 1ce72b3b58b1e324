import { Controller } from '@nestjs/common';
import { accountCalls, type AccountProfile, type UpdateProfileRequest } from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { OwnAccount } from './own-account.js';
import { UpdateProfile } from './update-profile.js';

@Controller()
export class ProfileController {
  constructor(
    private readonly own: OwnAccount,
    private readonly updateProfile: UpdateProfile,
  ) {}

  @Call(accountCalls.profile)
  readProfile(@CurrentActor() actor: Actor): Promise<AccountProfile> {
    return this.own.readProfile(actor);
  }

  @Call(accountCalls.updateProfile)
  async changeProfile(
    @CurrentActor() actor: Actor,
    @ZodBody(accountCalls.updateProfile.body) change: UpdateProfileRequest,
  ): Promise<AccountProfile> {
    await this.updateProfile.execute(actor.userId, change);
    return this.own.readProfile(actor);
  }
}
