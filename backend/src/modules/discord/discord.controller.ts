import { Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import {
  listQuery,
  text,
  type Channel,
  type DiscordStatusAnswer,
  type ListQuery,
  type ServerInfoAnswer,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Allow, type Actor } from '../../common/access.js';
import { CurrentActor } from '../../common/current-actor.js';
import { sendPage } from '../../common/send-page.js';
import { IdParam, ZodBody, ZodQuery } from '../../common/zod.pipe.js';
import { DiscordStatus } from './discord-status.js';
import { PostsQueries, type AdminPost } from './posts.queries.js';
import { ResendPost } from './resend-post.js';
import { SendTestPost } from './send-test-post.js';
import { ServerInfoSource } from './server-info.js';

/** The channels a test message may go to; `order` is the specification's word for orders. */
const TEST_CHANNELS = {
  order: 'orders',
  orders: 'orders',
  history: 'history',
  stock: 'stock',
  error: 'error',
} as const satisfies Record<string, Channel>;
const testRequest = z.strictObject({
  type: z.enum(['order', 'orders', 'history', 'stock', 'error']),
  message: text(1_000),
});

/** Discord as the panel and the site see it. */
@Controller('api')
export class DiscordController {
  constructor(
    private readonly discord: DiscordStatus,
    private readonly posts: PostsQueries,
    private readonly resendPost: ResendPost,
    private readonly sendTestPost: SendTestPost,
    private readonly serverInfo: ServerInfoSource,
  ) {}

  /** Posts with their state and a link to the message, newest first. */
  @Get('admin/posts')
  @Allow('staff')
  async list(
    @ZodQuery(listQuery) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminPost[]> {
    return sendPage(reply, 'admin/posts', query, await this.posts.page(query));
  }

  @Post('admin/posts/:id/resend')
  @HttpCode(200)
  @Allow('staff')
  resend(@CurrentActor() actor: Actor, @IdParam() postId: number): Promise<AdminPost> {
    return this.resendPost.execute(actor, postId);
  }

  @Get('admin/discord/status')
  @Allow('staff')
  status(): Promise<DiscordStatusAnswer> {
    return this.discord.read();
  }

  @Post('admin/discord/test')
  @HttpCode(200)
  @Allow('staff')
  async test(
    @CurrentActor() actor: Actor,
    @ZodBody(testRequest) { type, message }: z.output<typeof testRequest>,
  ): Promise<{ success: true; link: string | null }> {
    const { link } = await this.sendTestPost.execute(actor, TEST_CHANNELS[type], message);
    return { success: true, link };
  }

  @Get('discord/server-info')
  @Allow('public')
  info(): Promise<ServerInfoAnswer> {
    return this.serverInfo.get();
  }
}
