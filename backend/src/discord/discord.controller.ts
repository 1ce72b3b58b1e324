import { Controller, Res } from '@nestjs/common';
import {
  discordCalls,
  TEST_CHANNELS,
  type AdminPost,
  type CallAnswer,
  type CallBody,
  type DiscordStatusAnswer,
  type ListQuery,
  type ServerInfoAnswer,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../platform/calls/access.js';
import { MeasuredDelivery } from '../shop/orders/measured-delivery.js';
import { CurrentActor } from '../platform/http/current-actor.js';
import { sendPage } from '../platform/lists/send-page.js';
import { PathParam, ZodBody, ZodQuery } from '../platform/http/zod.pipe.js';
import { Call } from '../platform/calls/call.js';
import { DiscordStatus } from './bot/discord-status.js';
import { PostsQueries } from './posts/posts.queries.js';
import { ResendPost } from './posts/resend-post.js';
import { SendTestPost } from './posts/send-test-post.js';
import { ServerInfoSource } from './bot/server-info.js';

/** Calls of the admin panel and the site about Discord. */
@Controller()
export class DiscordController {
  constructor(
    private readonly discord: DiscordStatus,
    private readonly posts: PostsQueries,
    private readonly resendPost: ResendPost,
    private readonly sendTestPost: SendTestPost,
    private readonly serverInfo: ServerInfoSource,
    private readonly delivery: MeasuredDelivery,
  ) {}

  /** Lists Discord posts with their state and a link to the message, newest first. */
  @Call(discordCalls.posts)
  async listPosts(
    @CurrentActor() actor: Actor,
    @ZodQuery(discordCalls.posts.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminPost[]> {
    return sendPage(reply, discordCalls.posts, query, await this.posts.readPage(actor, query));
  }

  @Call(discordCalls.resendPost)
  sendPostAgain(
    @CurrentActor() actor: Actor,
    @PathParam(discordCalls.resendPost, 'id') postId: number,
  ): Promise<AdminPost> {
    return this.resendPost.execute(actor, postId);
  }

  @Call(discordCalls.discordStatus)
  readStatus(): Promise<DiscordStatusAnswer> {
    return this.discord.readStatus();
  }

  @Call(discordCalls.sendTestPost)
  async postTest(
    @CurrentActor() actor: Actor,
    @ZodBody(discordCalls.sendTestPost.body) { type, message }: CallBody<typeof discordCalls.sendTestPost>,
  ): Promise<CallAnswer<typeof discordCalls.sendTestPost>> {
    const { link } = await this.sendTestPost.execute(actor, TEST_CHANNELS[type], message);
    return { success: true, link };
  }

  @Call(discordCalls.serverInfo)
  async readServerInfo(): Promise<ServerInfoAnswer> {
    const [info, measuredMinutes] = await Promise.all([
      this.serverInfo.readInfo(),
      this.delivery.readMedianMinutes(),
    ]);
    return { ...info, delivery: info.delivery && { ...info.delivery, measuredMinutes } };
  }
}
