import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  MAX_PICTURE_BYTES,
  type BotTicketRequest,
  type CreateTicketAnswer,
  type LimitRule,
} from '@pax/contracts';
import { DataSource } from 'typeorm';
import { ShopError } from '../../platform/shop-error.js';
import { DiscordFiles } from '../../platform/discord/discord-files.js';
import { RateLimiter } from '../../platform/limits/rate-limiter.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import type { User } from '../../people/accounts/user.entity.js';
import { assertReferenceMatches } from '../staff/stale-reference.js';
import { OrdersQueries } from '../../shop/orders/orders.queries.js';
import { CreateTicket, type TicketRequest } from '../../support/tickets/create-ticket.js';
import { RequestKeys } from '../../support/tickets/request-keys.js';
import { InFlight } from './in-flight.js';
import type { PictureSender } from '../../support/pictures/picture-encoder.js';
import { UploadTicketPicture } from '../../support/tickets/ticket-pictures.js';

/** Limit of tickets per person in Discord, equal to the limit of the form per address. */
const TICKETS_PER_PERSON: LimitRule = { name: 'tickets-discord', points: 5, windowMs: 3_600_000 };
/** Limit of pictures per person in Discord, KiB, equal to the limit of the form per address. */
const PICTURES_PER_PERSON: LimitRule = {
  name: 'ticket-kib-discord',
  points: 20 * 1_024,
  windowMs: 24 * 3_600_000,
};

/** Creates support tickets that people write in Discord. */
@Injectable()
export class TicketFromDiscord {
  private readonly inFlight = new InFlight<CreateTicketAnswer>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly accounts: AccountsQueries,
    private readonly orders: OrdersQueries,
    private readonly requests: RequestKeys,
    private readonly createTicket: CreateTicket,
    private readonly files: DiscordFiles,
    private readonly uploads: UploadTicketPicture,
    private readonly limits: RateLimiter,
  ) {}

  /**
   * Creates a ticket for the account, or for a visitor under the Discord name, once per request. Fails if a picture
   * cannot be read, because the ticket may be about it.
   * @throws ShopError NOT_FOUND for another person's order, RATE_LIMITED, and as pictures are refused
   */
  async execute({ requestId, ...input }: BotTicketRequest): Promise<CreateTicketAnswer> {
    const request = this.requests.ticketRequestFor({ by: input.discordId, requestId });
    if (!request) return this.createTicketFor(input);
    return this.inFlight.run(request.key, () => this.sendOnce(input, request));
  }

  private async sendOnce(input: BotTicketRequest, request: TicketRequest): Promise<CreateTicketAnswer> {
    const known = await this.createTicket.findEarlierAnswer(this.database.manager, request);
    return known ?? this.createTicketFor(input, request);
  }

  private async createTicketFor(
    { discordId, name, orderId, madeAt, pictures = [], ...input }: BotTicketRequest,
    request?: TicketRequest,
  ): Promise<CreateTicketAnswer> {
    await this.limits.take(TICKETS_PER_PERSON, discordId);
    const user = await this.accounts.findByDiscordId(discordId);
    if (orderId !== undefined) {
      await this.requireOwnOrder(orderId, user);
      await assertReferenceMatches(this.database, { kind: 'order', id: orderId, madeAt });
    }
    const sender = user ? { userId: user.id, blocked: user.blockedAt !== null } : undefined;
    const attachments = await this.storePictures(
      { discordId, sender: user ? 'account' : 'visitor' },
      pictures,
    );
    const ticket = { ...input, name: user?.username ?? name, email: '', attachments };
    return this.createTicket.execute(ticket, sender, request);
  }

  /** Fetches pictures from Discord's file host, one after the other, and stores them for the ticket. */
  async storePictures(
    { discordId, sender }: { discordId: string; sender: PictureSender },
    pictures: readonly string[],
  ): Promise<string[]> {
    const attachments: string[] = [];
    for (const address of pictures) {
      const bytes = await this.files.fetchFile(address, MAX_PICTURE_BYTES);
      await this.limits.take(PICTURES_PER_PERSON, discordId, Math.ceil(bytes.length / 1_024));
      attachments.push((await this.uploads.execute(bytes, sender)).attachment);
    }
    return attachments;
  }

  private async requireOwnOrder(orderId: number, user: User | null): Promise<void> {
    const order = user && (await this.orders.findOrder(orderId));
    if (!order || order.userId !== user.id) throw new ShopError('NOT_FOUND', 'There is no such order.');
  }
}
