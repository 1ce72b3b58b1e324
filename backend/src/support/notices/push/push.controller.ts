import { Controller } from '@nestjs/common';
import { pushCalls, type PushAnswer, type SetPushRequest } from '@pax/contracts';
import type { Actor } from '../../../platform/calls/access.js';
import { Call } from '../../../platform/calls/call.js';
import { CurrentActor } from '../../../platform/http/current-actor.js';
import { ZodBody } from '../../../platform/http/zod.pipe.js';
import { PushSubscriptions } from './push-subscriptions.js';

/** Calls by which a browser takes the notices of its account by push. */
@Controller()
export class PushController {
  constructor(private readonly subscriptions: PushSubscriptions) {}

  @Call(pushCalls.push)
  read(@CurrentActor() actor: Actor): Promise<PushAnswer> {
    return this.subscriptions.read(actor);
  }

  @Call(pushCalls.setPush)
  async set(
    @CurrentActor() actor: Actor,
    @ZodBody(pushCalls.setPush.body) input: SetPushRequest,
  ): Promise<{ success: true }> {
    await this.subscriptions.set(actor, input);
    return { success: true };
  }

  @Call(pushCalls.endPush)
  async end(@CurrentActor() actor: Actor): Promise<{ success: true }> {
    await this.subscriptions.end(actor);
    return { success: true };
  }
}
