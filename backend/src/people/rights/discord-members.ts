import { Injectable } from '@nestjs/common';
import { discordId, type LimitRule } from '@pax/contracts';
import { z } from 'zod';
import { DiscordApi } from '../../platform/discord/discord-api.js';
import { DiscordUnavailableError, isNoMember, parseAnswer } from '../../platform/discord/discord-errors.js';
import { RateLimiter } from '../../platform/limits/rate-limiter.js';

const member = z.object({
  roles: z.array(z.string()),
  /** Time at which the member joined; missing for guests who joined for a voice call. */
  joined_at: z.iso.datetime({ offset: true }).nullish(),
});
const person = z.object({ id: discordId, username: z.string().min(1).max(64) });
const serverRole = z.object({
  id: discordId,
  name: z.string(),
  /** True for roles that only Discord assigns: to bots, boosters or subscribers. */
  managed: z.boolean(),
  position: z.number(),
  /** The role's permissions as a bit set. */
  permissions: z.string().regex(/^\d+$/).transform(BigInt),
  /** Has this key for a linked role, which members get by connecting an account. */
  tags: z.object({ guild_connections: z.null().optional() }).optional(),
  /** Bit set; the lowest bit marks a role that members choose themselves when they join. */
  flags: z.number().int().optional(),
});
export type DiscordRole = z.infer<typeof serverRole>;
export type DiscordPerson = z.infer<typeof person>;

/**
 * Limit of look-ups for all customers together: in two adjoining periods less than half of Discord's 50 in 5 s, because
 * each act of staff needs one.
 */
const FOR_CUSTOMERS: LimitRule = { name: 'member-look-ups', points: 12, windowMs: 5_000 };

/** Calls to Discord's REST API for sign-in and roles. */
@Injectable()
export class DiscordMembers {
  constructor(
    private readonly api: DiscordApi,
    private readonly limits: RateLimiter,
  ) {}

  /** True when a Discord server and a bot are set up in the settings. */
  get canReadMembers(): boolean {
    return this.api.isSetUp;
  }

  /**
   * Reads the role ids of a member of the shop's server; null if the person is not a member.
   * @throws DiscordUnavailableError, also when Discord does not know the server, because membership is then unknown
   */
  async readMemberRoles(userId: string): Promise<string[] | null> {
    return (await this.readMember(userId))?.roles ?? null;
  }

  /**
   * Reads a member's roles and join time; null if the person is not a member.
   * @throws as `readMemberRoles`
   */
  async readMember(userId: string): Promise<{ roles: string[]; joinedAt: Date | null } | null> {
    if (!this.canReadMembers) return null;
    try {
      const answer = await this.api.callGuild({ path: `/members/${userId}`, bucket: 'member' });
      const { roles, joined_at: joined } = parseAnswer(answer, member);
      return { roles, joinedAt: joined ? new Date(joined) : null };
    } catch (error) {
      if (isNoMember(error)) return null;
      throw error;
    }
  }

  /**
   * Reads a member for a customer, within the share of Discord's limit that customers have.
   * @throws as `readMemberRoles`; DiscordUnavailableError also when that share is used up
   */
  async readMemberForCustomer(userId: string): ReturnType<DiscordMembers['readMember']> {
    if (this.canReadMembers && !(await this.limits.allowsAttempt(FOR_CUSTOMERS, 'all')))
      throw new DiscordUnavailableError('Customers look up too many members');
    return this.readMember(userId);
  }

  /**
   * Adds a person to the shop's server with the person's access token, which has the scope `guilds.join`.
   * @returns false if the person is a member already
   * @throws DiscordRefusal, DiscordUnavailableError
   */
  async addMember(userId: string, accessToken: string): Promise<boolean> {
    const body = { access_token: accessToken };
    const added = await this.api.callGuild({
      method: 'PUT',
      path: `/members/${userId}`,
      bucket: 'join',
      body,
    });
    return added !== undefined;
  }

  /**
   * Reads all roles of the shop's server, the highest first.
   * @throws DiscordUnavailableError
   */
  async readServerRoles(): Promise<DiscordRole[]> {
    const answer = await this.api.callGuild({ path: '/roles', bucket: 'roles' });
    return parseAnswer(answer, z.array(serverRole)).toSorted((one, other) => other.position - one.position);
  }

  /**
   * Checks that no rate limit of Discord pauses `readPerson` for a network.
   * @throws DiscordUnavailableError
   */
  assertCanReadPerson(network: string): void {
    this.api.assertPersonNotPaused(network);
  }

  /**
   * Reads the person in a network who granted an access token.
   * @throws DiscordUnavailableError
   */
  async readPerson(accessToken: string, network: string): Promise<DiscordPerson> {
    return parseAnswer(await this.api.callAsPerson('/users/@me', accessToken, network), person);
  }
}
