import { Controller, Res } from '@nestjs/common';
import { operationCalls, type ListQuery, type StrandedPayment } from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import { sendPage } from '../../../platform/lists/send-page.js';
import { ZodQuery } from '../../../platform/http/zod.pipe.js';
import { Call } from '../../../platform/calls/call.js';
import { StrandedQueries } from './stranded.queries.js';

/** Money that was received and that no checkout could take. */
@Controller()
export class StrandedController {
  constructor(private readonly queries: StrandedQueries) {}

  @Call(operationCalls.strandedPayments)
  async list(
    @ZodQuery(operationCalls.strandedPayments.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StrandedPayment[]> {
    return sendPage(reply, operationCalls.strandedPayments, query, await this.queries.page(query));
  }
}
