import { Controller } from '@nestjs/common';
import {
  payLinkCalls,
  type BotPayLinkAnswer,
  type BotPayLinkRequest,
  type OpenPayLinkAnswer,
  type OpenPayLinkRequest,
} from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { MakePayLink } from './make-pay-link.js';
import { OpenPayLink } from './open-pay-link.js';

/** Links from Discord to the checkout: the bot asks for them, the site opens them. */
@Controller()
export class PayLinksController {
  constructor(
    private readonly makePayLink: MakePayLink,
    private readonly openPayLink: OpenPayLink,
  ) {}

  @Call(payLinkCalls.botPayLink)
  make(@ZodBody(payLinkCalls.botPayLink.body) input: BotPayLinkRequest): Promise<BotPayLinkAnswer> {
    return this.makePayLink.execute(input);
  }

  @Call(payLinkCalls.openPayLink)
  open(
    @CurrentActor() { identity }: Actor,
    @ZodBody(payLinkCalls.openPayLink.body) input: OpenPayLinkRequest,
  ): Promise<OpenPayLinkAnswer> {
    return this.openPayLink.execute(identity.discordId, input);
  }
}
