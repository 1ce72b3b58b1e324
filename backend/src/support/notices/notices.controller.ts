import { Controller, Res } from '@nestjs/common';
import { noticeCalls, type ListQuery, type Notice, type ReadNoticesRequest } from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../platform/calls/access.js';
import { Call } from '../../platform/calls/call.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { ZodBody, ZodQuery } from '../../platform/http/zod.pipe.js';
import { sendPage } from '../../platform/lists/send-page.js';
import { NoticesQueries } from './notices.queries.js';
import { ReadNotices } from './read-notices.js';

/** Calls by which people read their notices. */
@Controller()
export class NoticesController {
  constructor(
    private readonly notices: NoticesQueries,
    private readonly readNotices: ReadNotices,
  ) {}

  @Call(noticeCalls.notices)
  async listNotices(
    @CurrentActor() { userId }: Actor,
    @ZodQuery(noticeCalls.notices.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Notice[]> {
    return sendPage(reply, noticeCalls.notices, query, await this.notices.readPage(userId, query));
  }

  @Call(noticeCalls.readNotices)
  async markRead(
    @CurrentActor() { userId }: Actor,
    @ZodBody(noticeCalls.readNotices.body) input: ReadNoticesRequest,
  ): Promise<{ success: true }> {
    await this.readNotices.execute(userId, input);
    return { success: true };
  }
}
