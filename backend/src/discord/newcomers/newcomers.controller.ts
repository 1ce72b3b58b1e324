import { Controller } from '@nestjs/common';
import { newcomerCalls, type CallBody, type NewcomersWelcome } from '@pax/contracts';
import { ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { Newcomers } from './newcomers.js';

/** Calls by which the bot welcomes who joins its server. */
@Controller()
export class NewcomersController {
  constructor(private readonly newcomers: Newcomers) {}

  @Call(newcomerCalls.noteNewcomers)
  note(
    @ZodBody(newcomerCalls.noteNewcomers.body) body: CallBody<typeof newcomerCalls.noteNewcomers>,
  ): Promise<void> {
    return this.newcomers.note(body);
  }

  @Call(newcomerCalls.claimNewcomers)
  async claim(
    @ZodBody(newcomerCalls.claimNewcomers.body) { fence }: CallBody<typeof newcomerCalls.claimNewcomers>,
  ): Promise<{ welcome: NewcomersWelcome | null }> {
    return { welcome: await this.newcomers.claim(fence) };
  }

  @Call(newcomerCalls.reportNewcomers)
  report(
    @ZodBody(newcomerCalls.reportNewcomers.body)
    { fence, nonce }: CallBody<typeof newcomerCalls.reportNewcomers>,
  ): Promise<void> {
    return this.newcomers.report(fence, nonce);
  }
}
