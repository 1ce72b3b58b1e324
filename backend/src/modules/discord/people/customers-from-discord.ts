import { Injectable } from '@nestjs/common';
import {
  PICTURE_BYTES,
  type BotRedeemRequest,
  type BotRewardsAnswer,
  type BotTicketRequest,
  type CreateTicketAnswer,
  type LimitRule,
  type RedeemRewardAnswer,
} from '@pax/contracts';
import { ShopError } from '../../../common/problem.js';
import { DiscordFiles } from '../../../infra/discord/discord-files.js';
import { Limits } from '../../../infra/limits/limits.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import type { User } from '../../accounts/user.entity.js';
import { LoyaltyQueries } from '../../loyalty/loyalty.queries.js';
import { RedeemReward } from '../../loyalty/redeem-reward.js';
import { OrdersQueries } from '../../orders/orders.queries.js';
import { CreateTicket } from '../../support/create-ticket.js';
import { UploadTicketPicture } from '../../support/upload-ticket-picture.js';

/** As many tickets as the form takes of one address. */
const TICKETS_PER_PERSON: LimitRule = { name: 'tickets-discord', points: 5, windowMs: 3_600_000 };
/** As many KiB of pictures as the form takes of one address. */
const PICTURES_PER_PERSON: LimitRule = {
  name: 'ticket-kib-discord',
  points: 20 * 1_024,
  windowMs: 24 * 3_600_000,
};

/** What customers do in Discord, by the use cases of the site and for the account with their proven Discord id. */
@Injectable()
export class CustomersFromDiscord {
  constructor(
    private readonly accounts: AccountsQueries,
    private readonly loyalty: LoyaltyQueries,
    private readonly redeemReward: RedeemReward,
    private readonly orders: OrdersQueries,
    private readonly createTicket: CreateTicket,
    private readonly files: DiscordFiles,
    private readonly uploads: UploadTicketPicture,
    private readonly limits: Limits,
  ) {}

  /** The person's account, or null. @throws ShopError BLOCKED: a blocked one reads its orders and nothing else (OWN-625) */
  async account(discordId: string): Promise<User | null> {
    const user = await this.accounts.byDiscordId(discordId);
    if (user?.blockedAt) throw new ShopError('BLOCKED', 'This account is blocked.');
    return user;
  }

  /** What their points buy, and their codes. @throws ShopError BLOCKED */
  async rewards(discordId: string): Promise<BotRewardsAnswer> {
    const user = await this.account(discordId);
    return { loyalty: user && (await this.loyalty.of(user.id)) };
  }

  /** @throws ShopError DISCORD_NOT_LINKED, and as RedeemReward */
  async redeem({ discordId, ...input }: BotRedeemRequest): Promise<RedeemRewardAnswer> {
    const user = await this.account(discordId);
    if (!user) throw new ShopError('DISCORD_NOT_LINKED', 'No account has this Discord id.');
    return this.redeemReward.execute(user.id, input);
  }

  /**
   * A ticket of the account, or of a visitor under the name in Discord; also of a blocked one (OWN-619, OWN-620,
   * OWN-744). A picture that can't be had sends no ticket, since it may be what the ticket is about.
   * @throws ShopError NOT_FOUND for an order that is not theirs, RATE_LIMITED, and of the pictures
   */
  async ticket({
    discordId,
    name,
    orderId,
    pictures = [],
    ...input
  }: BotTicketRequest): Promise<CreateTicketAnswer> {
    await this.limits.take(TICKETS_PER_PERSON, discordId);
    const user = await this.accounts.byDiscordId(discordId);
    if (orderId !== undefined) await this.requireOwnOrder(orderId, user);
    const sender = user ? { userId: user.id, blocked: user.blockedAt !== null } : undefined;
    const attachments = await this.attach(discordId, pictures);
    const ticket = { ...input, name: user?.username ?? name, email: '', attachments };
    return this.createTicket.execute(ticket, sender);
  }

  /** Stores pictures from Discord's file host, one by one, for the ticket to take. */
  private async attach(discordId: string, pictures: readonly string[]): Promise<string[]> {
    const attachments: string[] = [];
    for (const address of pictures) {
      const bytes = await this.files.read(address, PICTURE_BYTES);
      await this.limits.take(PICTURES_PER_PERSON, discordId, Math.ceil(bytes.length / 1_024));
      attachments.push((await this.uploads.execute(bytes)).attachment);
    }
    return attachments;
  }

  private async requireOwnOrder(orderId: number, user: User | null): Promise<void> {
    const order = user && (await this.orders.one(orderId));
    if (!order || order.userId !== user.id) throw new ShopError('NOT_FOUND', 'There is no such order.');
  }
}
