import { Injectable } from '@nestjs/common';
import { botCalls, type BotAdminCodeRequest, type BotLanguage } from '@pax/contracts';
import { z } from 'zod';
import { ShopError } from '../../platform/shop-error.js';
import { Transactions } from '../../platform/database/transaction.js';
import { DiscordApi } from '../../platform/discord/discord-api.js';
import { DiscordRefusal, DiscordUnavailableError } from '../../platform/discord/discord-errors.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { SecurityLog } from '../../people/audit/security-log.js';
import { IssueAdminCode } from '../../people/sign-in/admin-code/admin-code.js';
import { StaffRightCheck } from './staff-right-check.js';

/**
 * Flags of a Discord message: EPHEMERAL if only one person sees it, and the flag of an answer that is still to
 * come.
 */
const EPHEMERAL = 64;
const LOADING = 128;
const COMMAND = 'admin-code';
/** Audit action of a refused request for a code; differs from `admin-code.refused`, which counts wrong codes. */
const REFUSAL = { action: 'admin-code.issue.refused', subject: 'admin-code' } as const;

/** A deferred answer to a command, as Discord describes it. */
const pendingAnswer = z.object({
  flags: z.number().int(),
  interaction_metadata: z.object({ type: z.literal(2), user: z.object({ id: z.string() }) }),
  interaction: z.object({ name: z.string() }).optional(),
});

const TEXTS: Readonly<Record<BotLanguage, (code: string, until: string) => string>> = {
  en: (code, until) => `Your code: \`${code}\`\nIt works once and ends ${until}. Show it to nobody.`,
  de: (code, until) => `Dein Code: \`${code}\`\nEr gilt einmal und endet ${until}. Zeig ihn niemandem.`,
};

/**
 * Sends an admin code in a Discord message that only its owner can read. Discord itself names the owner, so that
 * the bot's token alone gives nobody a code.
 */
@Injectable()
export class PrivateAdminCode {
  constructor(
    private readonly discord: DiscordApi,
    private readonly staff: StaffRightCheck,
    private readonly issueAdminCode: IssueAdminCode,
    private readonly security: SecurityLog,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Sends the code; does nothing when the code was sent already.
   * @throws ShopError as the call `botAdminCode` says
   */
  async execute({ interactionToken, language }: BotAdminCodeRequest, address: string): Promise<void> {
    const { flags, discordId } = await this.findRequester(interactionToken, address);
    if ((flags & LOADING) === 0) return;
    const { right } = botCalls.botAdminCode;
    const refusal = REFUSAL;
    const { userId } = await this.staff.requireRight({
      discordId,
      right,
      freshness: 'act',
      refusal,
      address,
    });
    if (userId === null) throw new ShopError('DISCORD_NOT_LINKED', 'No account has this Discord id.');
    const { code, expiresAt } = await this.issueAdminCode.execute(userId, discordId);
    const until = `<t:${Math.floor(expiresAt.getTime() / 1000)}:R>`;
    const content = TEXTS[language](code, until);
    await this.callInteraction(interactionToken, {
      method: 'PATCH',
      body: { content, allowed_mentions: { parse: [] } },
    }).catch((error: unknown) => this.throwRefusal(error, address));
    await this.transactions.run((tx) =>
      raiseAlert(tx, {
        kind: 'security',
        title: 'An admin code was made in Discord',
        detail: `user:${userId}`,
        isFoldable: true,
      }),
    );
  }

  /**
   * Asks Discord who used the command.
   * @throws ShopError FORBIDDEN for a token of anything but this private command, UNAVAILABLE
   */
  private async findRequester(token: string, address: string): Promise<{ flags: number; discordId: string }> {
    const answer = await this.callInteraction(token).catch((error: unknown) =>
      this.throwRefusal(error, address),
    );
    const { data } = pendingAnswer.safeParse(answer);
    const isPrivate = data !== undefined && (data.flags & EPHEMERAL) !== 0;
    const isCommand = data?.interaction === undefined || data.interaction.name === COMMAND;
    if (!isPrivate || !isCommand) throw await this.recordForbidden(address);
    return { flags: data.flags, discordId: data.interaction_metadata.user.id };
  }

  private async callInteraction(...call: Parameters<DiscordApi['callInteraction']>): Promise<unknown> {
    return this.discord.callInteraction(...call);
  }

  private async throwRefusal(error: unknown, address: string): Promise<never> {
    if (error instanceof DiscordRefusal) throw await this.recordForbidden(address);
    if (error instanceof DiscordUnavailableError)
      throw new ShopError('UNAVAILABLE', 'Discord does not answer. Please try again.');
    throw error;
  }

  private async recordForbidden(address: string): Promise<ShopError> {
    await this.security.recordRefusal({
      ...REFUSAL,
      actor: 'bot',
      address,
      alert: 'A code was asked for nobody',
    });
    return new ShopError('FORBIDDEN', 'Discord knows no such question.');
  }
}
