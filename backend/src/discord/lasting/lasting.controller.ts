import { Controller } from '@nestjs/common';
import { lastingCalls, type CallBody, type LastingMessage } from '@pax/contracts';
import { ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { LastingMessages } from './lasting-messages.js';

/** Calls by which the bot keeps its lasting messages. */
@Controller()
export class LastingController {
  constructor(private readonly lasting: LastingMessages) {}

  @Call(lastingCalls.claimLasting)
  async claim(
    @ZodBody(lastingCalls.claimLasting.body)
    { key, channelId, fence }: CallBody<typeof lastingCalls.claimLasting>,
  ): Promise<{ message: LastingMessage | null }> {
    return { message: await this.lasting.claim(key, channelId, fence) };
  }

  @Call(lastingCalls.reportLasting)
  report(
    @ZodBody(lastingCalls.reportLasting.body) body: CallBody<typeof lastingCalls.reportLasting>,
  ): Promise<void> {
    return this.lasting.report(body);
  }
}
