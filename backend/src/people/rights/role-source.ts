import { Inject, Injectable } from '@nestjs/common';
import { STAFF_RIGHTS, type LimitRule, type RightsHolder, type Role } from '@pax/contracts';
import { Subject } from 'rxjs';
import type { AccountIdentity, SessionIdentity } from '../../platform/calls/access.js';
import { Clock } from '../../platform/clock.js';
import { DiscordRefusal } from '../../platform/discord/discord-errors.js';
import { ShopError } from '../../platform/problem.js';
import { Limits } from '../../platform/limits/limits.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { DiscordRest } from './discord-rest.js';
import { RoleBroadcast } from './role-broadcast.js';
import { RoleRights, rightsByRoles, type RoleRightsTable } from './role-rights.js';

/** How old Discord's answer about a member may be. */
export type Freshness =
  /** Discord is asked again, for changes by staff; the call is refused while the role is unknown. */
  | 'now'
  /** As `now`, for actions of staff; a person who was not staff in the last 30 s is refused without asking Discord. */
  | 'act'
  /** At most 30 s, for reads that only staff may make; the call is refused while the role is unknown. */
  | 'recent'
  /** As `recent`, for people's view of their own account; they count as customers while the role is unknown. */
  | 'shown'
  /** For open sockets: staff are checked against Discord every few seconds, others as for `relaxed`. */
  | 'live'
  /** For calls open to everybody: a person who was not staff at the last check is rechecked only every few minutes. */
  | 'relaxed';

const RECENT_MS = 30_000;
/** With a check every 0.5 s and Discord's latency this stays below the promised 5 s. */
const LIVE_MS = 3_000;
/** Longer for answers of other processes, so that the process that asked last asks next. */
const LIVE_RECEIVED_MS = 3_700;
const RELAXED_MS = 5 * 60_000;
/** Maximum age of an answer that lets staff read while Discord is unavailable, ms. */
const FALLBACK_MS = 15 * 60_000;
/** Time after a failure for which reads do not wait for Discord, ms. */
const PAUSE_MS = 3_000;
const MAX_ANSWERS = 10_000;
/** Limit of questions to Discord for one person's acts. */
const ACTS: LimitRule = { name: 'staff-acts', points: 60, windowMs: 60_000 };

/** Kind of an account that decides whether the shop may block it; unknown while Discord does not answer. */
export type Standing = 'customer' | 'staff' | 'unknown';

interface Answer {
  /** Ids of all roles of the person; in a received answer only of roles that give rights. Empty for non-members. */
  roles: readonly string[];
  /** When Discord was asked, ms since the epoch. */
  at: number;
  /** Orders requests of this process within one millisecond. */
  sequence?: number;
  /** True when another process asked. */
  received?: boolean;
}

const CUSTOMER: RightsHolder = { role: 'customer', rights: [] };
const ADMIN: RightsHolder = { role: 'admin', rights: STAFF_RIGHTS };

/**
 * Decides a person's role and rights, and is the only place that does. Admins are proven Discord ids in the settings;
 * staff are members with a role at Discord that gives rights.
 */
@Injectable()
export class RoleSource {
  /** Discord ids of persons who have lost a role that gives rights. */
  readonly lostRoles = new Subject<string>();
  /** Discord's latest answer whether a person is staff. */
  readonly answered = new Subject<{ discordId: string; isStaff: boolean }>();
  /** An admin has changed what roles give. */
  readonly rightsChanged: Subject<void>;
  private readonly answers = new Map<string, Answer>();
  private readonly fetching = new Map<string, Promise<readonly string[]>>();
  private pausedUntil = 0;
  private lastSequence = 0;

  constructor(
    private readonly discord: DiscordRest,
    private readonly clock: Clock,
    private readonly broadcast: RoleBroadcast,
    private readonly roleRights: RoleRights,
    private readonly limits: Limits,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.rightsChanged = roleRights.changed;
    broadcast.received.subscribe(({ discordId, roles, ageMs }) => {
      this.storeAnswer(discordId, { roles, at: this.clock.now().getTime() - ageMs, received: true });
    });
  }

  /** Discord ids of staff at Discord's last answer to any process. */
  knownStaffIds(): string[] {
    return [...this.answers].flatMap(([discordId, { roles }]) =>
      roles.some((role) => this.roleRights.givesRights(role)) ? [discordId] : [],
    );
  }

  /** Tells whether the cached answer about a person is fresh enough for open sockets. */
  isFresh(discordId: string): boolean {
    return this.cached(discordId, 'live') !== undefined;
  }

  /**
   * Role and rights in a session: a customer's when opened by password or before the second step, an operator's only
   * when opened by admin code. @throws ShopError UNAVAILABLE as `rightsOf` says
   */
  async rightsInSession(
    { openedBy, secondStep, ...account }: SessionIdentity,
    freshness: Freshness,
  ): Promise<RightsHolder> {
    if (openedBy === 'password' || secondStep === 'pending') return CUSTOMER;
    return openedBy === 'admin-code' && account.isOperator
      ? ADMIN
      : this.rightsOf(account.discordId, freshness);
  }

  /** The highest role that a session of this account could have. @throws ShopError UNAVAILABLE as `rightsOf` says */
  async highestRoleOf({ discordId, isOperator }: AccountIdentity, freshness: Freshness): Promise<Role> {
    return isOperator ? 'admin' : this.roleOf(discordId, freshness);
  }

  /** Asks Discord whether an account is a customer's, so that no staff member is blocked by mistake. */
  async standingOf(account: AccountIdentity): Promise<Standing> {
    try {
      return (await this.highestRoleOf(account, 'now')) === 'customer' ? 'customer' : 'staff';
    } catch (error) {
      if (error instanceof ShopError && error.code === 'UNAVAILABLE') return 'unknown';
      throw error;
    }
  }

  /** The role alone. @throws ShopError UNAVAILABLE as `rightsOf` says */
  async roleOf(discordId: string | null, freshness: Freshness): Promise<Role> {
    return (await this.rightsOf(discordId, freshness)).role;
  }

  /**
   * Role and rights of a proven Discord id; null is a customer. Reads fall back to the last answer.
   * @throws ShopError UNAVAILABLE for `now`, `act` and `recent` while the roles are unknown; RATE_LIMITED for `act`
   */
  async rightsOf(discordId: string | null, freshness: Freshness): Promise<RightsHolder> {
    if (discordId === null) return CUSTOMER;
    if (this.settings.adminDiscordIds.includes(discordId)) return ADMIN;
    if (!this.discord.canReadMembers) return CUSTOMER;
    const isAct = freshness === 'now' || freshness === 'act';
    const table = isAct ? await this.roleRights.readNow() : await this.roleRights.readRecent();
    if (table.size === 0) return CUSTOMER;
    // Refuses without a question to Discord, because repeated attempts could use up its rate limit.
    const recent = freshness === 'act' ? this.cached(discordId, RECENT_MS) : undefined;
    if (recent && !isStaff(recent, table)) return CUSTOMER;
    if (freshness === 'act') await this.limits.take(ACTS, discordId);
    const roles = isAct
      ? await this.fetchNow(discordId, table)
      : await this.read(discordId, freshness, table);
    const rights = rightsByRoles(table, roles);
    return rights.length === 0 ? CUSTOMER : { role: 'staff', rights };
  }

  private async fetchNow(discordId: string, table: RoleRightsTable): Promise<readonly string[]> {
    try {
      return await this.fetch(discordId);
    } catch {
      const cached = this.cached(discordId, FALLBACK_MS);
      if (cached && !isStaff(cached, table)) return [];
      throw unknownRightsError();
    }
  }

  private async read(
    discordId: string,
    freshness: Exclude<Freshness, 'now' | 'act'>,
    table: RoleRightsTable,
  ): Promise<readonly string[]> {
    const cached = this.cached(discordId, freshness === 'live' ? 'live' : RECENT_MS);
    if (cached) return cached.roles;
    const isStrict = freshness === 'recent' || freshness === 'shown';
    const relaxed = isStrict ? undefined : this.cached(discordId, RELAXED_MS);
    if (relaxed && !isStaff(relaxed, table)) return [];
    try {
      if (this.clock.now().getTime() >= this.pausedUntil) return await this.fetchShared(discordId);
    } catch {
      // `fetch` has started a pause where one is due; the last answer serves.
    }
    const last = this.cached(discordId, FALLBACK_MS);
    if (!last && freshness === 'recent') throw unknownRightsError();
    return last?.roles ?? [];
  }

  /** Concurrent reads share one request. */
  private fetchShared(discordId: string): Promise<readonly string[]> {
    const running = this.fetching.get(discordId);
    if (running) return running;
    const fetched = this.fetch(discordId).finally(() => this.fetching.delete(discordId));
    this.fetching.set(discordId, fetched);
    return fetched;
  }

  private async fetch(discordId: string): Promise<readonly string[]> {
    const at = this.clock.now().getTime();
    this.lastSequence += 1;
    const sequence = this.lastSequence;
    try {
      const roles = (await this.discord.readMemberRoles(discordId)) ?? [];
      const giving = roles.filter((role) => this.roleRights.givesRights(role));
      const wasStaff =
        this.answers.get(discordId)?.roles.some((role) => this.roleRights.givesRights(role)) === true;
      this.storeAnswer(discordId, { roles, at, sequence });
      this.answered.next({ discordId, isStaff: giving.length > 0 });
      if (giving.length > 0 || wasStaff)
        void this.broadcast.publish({ discordId, roles: giving, ageMs: this.clock.now().getTime() - at });
      // A later request may have been answered first; its answer counts.
      return this.answers.get(discordId)?.roles ?? roles;
    } catch (error) {
      // A refusal concerns one id only and starts no pause.
      if (!(error instanceof DiscordRefusal)) this.pausedUntil = this.clock.now().getTime() + PAUSE_MS;
      throw error;
    }
  }

  private cached(discordId: string, maxAge: number | 'live'): Answer | undefined {
    const answer = this.answers.get(discordId);
    if (!answer) return undefined;
    const maxAgeMs = maxAge === 'live' ? (answer.received ? LIVE_RECEIVED_MS : LIVE_MS) : maxAge;
    return this.clock.now().getTime() - answer.at <= maxAgeMs ? answer : undefined;
  }

  /** Keeps the answer to the latest request, so that a slow earlier one cannot restore a lost right. */
  private storeAnswer(discordId: string, answer: Answer): void {
    const cached = this.answers.get(discordId);
    if (cached && isLater(cached, answer)) return;
    this.answers.delete(discordId);
    this.answers.set(discordId, answer);
    const oldest = this.answers.keys().next();
    if (this.answers.size > MAX_ANSWERS && !oldest.done) this.answers.delete(oldest.value);
    const lost = cached?.roles.filter((role) => !answer.roles.includes(role)) ?? [];
    if (lost.some((role) => this.roleRights.givesRights(role))) this.lostRoles.next(discordId);
  }
}

const isStaff = ({ roles }: Answer, table: RoleRightsTable): boolean => roles.some((role) => table.has(role));

function isLater(one: Answer, other: Answer): boolean {
  return one.at === other.at ? (one.sequence ?? 0) > (other.sequence ?? 0) : one.at > other.at;
}

function unknownRightsError(): ShopError {
  return new ShopError('UNAVAILABLE', 'Discord does not answer, so your rights can not be checked now.');
}
