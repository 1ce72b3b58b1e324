import { Inject, Injectable, Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  JOIN_REWARD_COINS,
  type JoinRewardAnswer,
  type JoinRewardReason,
  type LimitRule,
  discordCalls,
  type JoinRewardRequest,
} from '@pax/contracts';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/shop-error.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { DiscordUnavailableError } from '../../platform/discord/discord-errors.js';
import { RateLimiter } from '../../platform/limits/rate-limiter.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { FormerIdentities } from '../../people/accounts/former-identities.js';
import { lockUser } from '../../people/accounts/user-row.js';
import type { User } from '../../people/accounts/user.entity.js';
import { DiscordMembers } from '../../people/rights/discord-members.js';
import { findCoinProductId } from '../../shop/catalog/catalog.queries.js';
import { COINS } from '../../people/ledger/accounts.js';
import { InsufficientBalanceError, book } from '../../people/ledger/ledger.js';
import {
  appendJoinRewardPaid,
  createJoinRewardOrder,
  findEarlierClaim,
  recordClaim,
  type Claimant,
} from '../../shop/orders/join-reward-order.js';
import { inviteAddressFor } from '../bot/server-info.js';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';

const JOIN_REWARD_WELCOME = 'Welcome! You received 1M Coins! Invite friends for even more rewards!';

/** Texts for a refused join reward: the reason and what the person can do. */
const JOIN_REWARD_TEXTS: Record<JoinRewardReason, string> = {
  OFF: 'There is no reward for joining at the moment.',
  NO_DISCORD: 'Link your Discord account first: sign in with Discord, then claim your coins.',
  NOT_MEMBER: 'Join the Discord server first and come back for your coins.',
  ACCOUNT_TOO_NEW:
    'Your Discord account is still too new for this reward. Nothing is used up: please come back later.',
  MEMBER_TOO_NEW:
    'You have not been on the Discord server long enough. Nothing is used up: please stay and come back later.',
  ALREADY_CLAIMED: 'You have already received your coins for joining.',
  NAME_CLAIMED: 'This game name has already received the coins for joining.',
  POOL_TOO_SMALL: 'There are not enough coins right now. Nothing is used up: please come back later.',
  DISCORD_AWAY: 'Discord does not answer right now. Nothing is used up: please try again in a moment.',
};

/** Limit of claims by one Discord account, whatever accounts it is linked to, because each may call Discord. */
const PER_PERSON: LimitRule = { name: 'join-reward', points: 10, windowMs: 15 * 60_000 };

/** Error that refuses the join reward with a reason for the person, and rolls the transaction back. */
class NotEligibleError extends Error {
  constructor(
    readonly reason: JoinRewardReason,
    readonly availableAt?: Date,
  ) {
    super(reason);
  }
}

/** Gives a member of the Discord server the join reward of a million coins, once per person. */
@Injectable()
export class ClaimJoinReward {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsQueries,
    private readonly discord: DiscordMembers,
    private readonly limits: RateLimiter,
    private readonly clock: Clock,
    private readonly departed: FormerIdentities,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws ShopError RATE_LIMITED, BLOCKED */
  execute(userId: number, inGameName?: string): Promise<JoinRewardAnswer> {
    return this.answerClaim(() => this.accounts.findById(userId), inGameName);
  }

  /** Claims the reward in Discord, for the account that proved the person's Discord id. */
  claimFromDiscord(discordId: string, inGameName?: string): Promise<JoinRewardAnswer> {
    return this.answerClaim(() => this.accounts.findByDiscordId(discordId), inGameName);
  }

  private async answerClaim(
    find: () => Promise<User | null>,
    inGameName: string | undefined,
  ): Promise<JoinRewardAnswer> {
    try {
      const order = await this.claimReward(find, inGameName);
      return { success: true, message: JOIN_REWARD_WELCOME, coins: JOIN_REWARD_COINS, order };
    } catch (error) {
      if (!(error instanceof NotEligibleError)) throw error;
      const { reason, availableAt } = error;
      return {
        success: false,
        reason,
        message: JOIN_REWARD_TEXTS[reason],
        inviteUrl: inviteAddressFor(this.settings),
        ...(availableAt && { availableAt: availableAt.toISOString() }),
      };
    }
  }

  private async claimReward(
    find: () => Promise<User | null>,
    inGameName: string | undefined,
  ): Promise<number> {
    if (!this.settings.joinReward) throw new NotEligibleError('OFF');
    const user = await find();
    if (!user?.discordId) throw new NotEligibleError('NO_DISCORD');
    const gameName = inGameName ?? user.minecraftName;
    const claimant = { userId: user.id, discordId: user.discordId, gameName };
    // Looks for an earlier claim first, so that repeated claims cost no call to Discord.
    const before = await findEarlierClaim(this.database.manager, this.departed, claimant);
    if (before) throw new NotEligibleError(before);
    await this.limits.take(PER_PERSON, this.departed.hashIdentity('discord', user.discordId));
    await this.requireMember(user.discordId);
    return this.transactions.run((tx) => this.giveReward(tx, claimant));
  }

  /** Checks that the person is a member of the server, by asking Discord without a cache. */
  private async requireMember(discordId: string): Promise<void> {
    if (!this.discord.canReadMembers) throw new NotEligibleError('DISCORD_AWAY');
    try {
      const member = await this.discord.readMemberForCustomer(discordId);
      if (member === null) throw new NotEligibleError('NOT_MEMBER');
      this.requireAges(discordId, member.joinedAt);
    } catch (error) {
      throw error instanceof DiscordUnavailableError ? new NotEligibleError('DISCORD_AWAY') : error;
    }
  }

  /** Checks the minimum ages from the settings. The age of a Discord account follows from its id. */
  private requireAges(discordId: string, joinedAt: Date | null): void {
    const { accountMs, memberMs } = this.settings.joinRewardAges;
    const now = this.clock.now();
    const isOldAt = new Date(discordAccountCreatedAt(discordId).getTime() + accountMs);
    if (accountMs > 0 && isOldAt > now) throw new NotEligibleError('ACCOUNT_TOO_NEW', isOldAt);
    if (memberMs === 0) return;
    const isLongAt = joinedAt && new Date(joinedAt.getTime() + memberMs);
    if (!isLongAt || isLongAt > now) throw new NotEligibleError('MEMBER_TOO_NEW', isLongAt ?? undefined);
  }

  /** Writes order, claim and coins in one transaction, so that a failure leaves the claim unused. */
  private async giveReward(tx: Tx, claimant: Claimant): Promise<number> {
    const user = await lockUser(tx, claimant.userId);
    if (user.blockedAt !== null || user.purchasesSuspended || user.deletedAt !== null)
      throw new ShopError('BLOCKED', 'Rewards are not possible with this account.');
    const before = await findEarlierClaim(tx, this.departed, claimant);
    if (before) throw new NotEligibleError(before);
    const productId = await findCoinProductId(tx);
    if (productId === undefined) throw new NotEligibleError('POOL_TOO_SMALL');
    const { gameName } = claimant;
    const order = await createJoinRewardOrder(tx, {
      userId: user.id,
      productId,
      discordName: user.discordUsername,
      gameName,
      blockedName: gameName !== null && (await this.departed.isNameOfBlocked(tx, gameName)),
      createdAt: this.clock.now(),
      dueAt: this.clock.fromNow(this.settings.delivery.otherHours * 3_600_000),
    });
    if (!(await recordClaim(tx, order.id, claimant)))
      throw new NotEligibleError((await findEarlierClaim(tx, this.departed, claimant)) ?? 'ALREADY_CLAIMED');
    await takeCoins(tx, order.id, user.id);
    await appendJoinRewardPaid(tx, order);
    return order.id;
  }
}

/** Computes when Discord created an id: its upper bits are milliseconds since 2015. */
function discordAccountCreatedAt(discordId: string): Date {
  return new Date(Number(BigInt(discordId) >> 22n) + 1_420_070_400_000);
}

async function takeCoins(tx: Tx, orderId: number, userId: number): Promise<void> {
  const entry = { idempotencyKey: `join-reward:${orderId}`, reason: 'join reward', actor: `user:${userId}` };
  try {
    await book(tx, entry, [{ account: COINS, delta: -JOIN_REWARD_COINS }]);
  } catch (error) {
    throw error instanceof InsufficientBalanceError ? new NotEligibleError('POOL_TOO_SMALL') : error;
  }
}

@Controller()
export class JoinRewardController {
  constructor(private readonly claimJoinReward: ClaimJoinReward) {}

  /** Answers a refusal with its reason instead of an error, because the page then opens the invite. */
  @Call(discordCalls.claimJoinReward)
  claimRewardForMember(
    @CurrentActor() { userId }: Actor,
    @ZodBody(discordCalls.claimJoinReward.body) { inGameName }: JoinRewardRequest,
  ): Promise<JoinRewardAnswer> {
    return this.claimJoinReward.execute(userId, inGameName);
  }
}
