import { Controller, Res } from '@nestjs/common';
import {
  noticeCalls,
  type ListQuery,
  type Notice,
  type NoticeSwitch,
  type ReadNoticesRequest,
  type SetNoticeSwitchRequest,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../platform/calls/access.js';
import { Call } from '../../platform/calls/call.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { ZodBody, ZodQuery } from '../../platform/http/zod.pipe.js';
import { sendPage } from '../../platform/lists/send-page.js';
import { NoticeSwitches } from './notice-switches.js';
import { NoticesQueries } from './notices.queries.js';
import { ReadNotices } from './read-notices.js';

/** Calls by which people read their notices. */
@Controller()
export class NoticesController {
  constructor(
    private readonly notices: NoticesQueries,
    private readonly readNotices: ReadNotices,
    private readonly switches: NoticeSwitches,
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

  @Call(noticeCalls.noticeSwitches)
  listSwitches(@CurrentActor() { userId }: Actor): Promise<NoticeSwitch[]> {
    return this.switches.list(userId);
  }

  @Call(noticeCalls.setNoticeSwitch)
  async setSwitch(
    @CurrentActor() { userId }: Actor,
    @ZodBody(noticeCalls.setNoticeSwitch.body) input: SetNoticeSwitchRequest,
  ): Promise<NoticeSwitch[]> {
    await this.switches.set(userId, input);
    return this.switches.list(userId);
  }
}
