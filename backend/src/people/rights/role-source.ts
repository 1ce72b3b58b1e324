import { Inject, Injectable } from '@nestjs/common';
import { STAFF_RIGHTS, type LimitRule, type RightsHolder, type Role } from '@pax/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { Subject } from 'rxjs';
import type { AccountIdentity, SessionIdentity } from '../../platform/calls/access.js';
import { Clock } from '../../platform/clock.js';
import { DiscordRefusal } from '../../platform/discord/discord-errors.js';
import { ShopError } from '../../platform/shop-error.js';
import { RateLimiter } from '../../platform/limits/rate-limiter.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { DiscordMembers } from './discord-members.js';
import { RoleBroadcast } from './role-broadcast.js';
import { RoleRights, collectRightsOfRoles, type RoleRightsTable } from './role-rights.js';

/** How old Discord's answer about a person's roles may be for a call. */
export type Freshness =
  /** Asks Discord again, for changes by staff; refuses the call while the role is unknown. */
  | 'now'
  /**
   * As `now`, for actions by staff. A person who was not staff within the last 30 s is refused without asking
   * Discord.
   */
  | 'act'
  /** At most 30 s old, for reads that only staff may make; refuses the call while the role is unknown. */
  | 'recent'
  /** As `recent`, for people's view of their own account. A person whose role is unknown counts as a customer. */
  | 'shown'
  /** For open sockets: staff are checked at Discord every few seconds, other people as for `relaxed`. */
  | 'live'
  /**
   * For calls open to everybody: a person who was not staff at the last check is checked again only every few
   * minutes.
   */
  | 'relaxed';

const RECENT_MS = 30_000;
/**
 * Maximum age of an answer for open sockets, ms. With a check every 0.5 s a lost role is noticed within the
 * promised 5 s.
 */
const LIVE_MS = 3_000;
/**
 * The same maximum age for answers received from another process, ms; longer, so that the process that asked before
 * asks again.
 */
const LIVE_RECEIVED_MS = 3_700;
const RELAXED_MS = 5 * 60_000;
/** Maximum age of an answer that still lets staff read while Discord is unavailable, ms. */
const FALLBACK_MS = 15 * 60_000;
/** Time after a failed call to Discord in which reads do not wait for Discord, ms. */
const PAUSE_MS = 3_000;
const MAX_ANSWERS = 10_000;
/**
 * Time between two requests about one person for changes, ms, divided by RATE_LIMIT_FACTOR: all staff share Discord's
 * limit of 50 such requests in 5 s.
 */
const GAP_MS = 150;
/** Limit of calls to Discord caused by the actions of one person. */
const ACTS: LimitRule = { name: 'staff-acts', points: 60, windowMs: 60_000 };

/**
 * The kind of account, by which the shop decides whether it may block it; unknown while Discord does not answer.
 */
export type AccountStanding = 'customer' | 'staff' | 'unknown';

interface RoleAnswer {
  /**
   * Ids of the person's roles; in an answer from another process only of roles that give rights. Empty for people
   * who are not members.
   */
  roles: readonly string[];
  /** Time of the call to Discord, ms since the epoch. */
  at: number;
  /** Number that orders the calls of this process made within one millisecond. */
  sequence?: number;
  /** True when another process made the call. */
  received?: boolean;
}

/** Role and rights as they were found. */
interface FoundRights extends RightsHolder {
  /** True if Discord was asked, which takes time. */
  wasDiscordAsked?: boolean;
  /** True if Discord did not answer, so that a customer's role may be wrong. */
  isUnknown?: boolean;
}

const CUSTOMER: RightsHolder = { role: 'customer', rights: [] };
const ADMIN: RightsHolder = { role: 'admin', rights: STAFF_RIGHTS };

/**
 * Decides the role and rights of every person. Admins are proven Discord ids in the settings; staff are members of
 * the server who have a Discord role with rights.
 */
@Injectable()
export class RoleSource {
  /** Discord ids of people who have just lost a role with rights. */
  readonly lostRoles = new Subject<string>();
  /** Discord's latest answers on whether a person is staff. */
  readonly answered = new Subject<{ discordId: string; isStaff: boolean }>();
  /** Emits when an admin has changed the rights of a role. */
  readonly rightsChanged: Subject<void>;
  private readonly answers = new Map<string, RoleAnswer>();
  private readonly fetching = new Map<string, Promise<readonly string[]>>();
  /** Waits for the gap after the last request about a person for a change. */
  private readonly gaps = new Map<string, Promise<void>>();
  /** Requests that wait for such a gap. */
  private readonly scheduled = new Map<string, Promise<readonly string[]>>();
  private pausedUntil = 0;
  private lastSequence = 0;

  constructor(
    private readonly discord: DiscordMembers,
    private readonly clock: Clock,
    private readonly broadcast: RoleBroadcast,
    private readonly roleRights: RoleRights,
    private readonly limits: RateLimiter,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.rightsChanged = roleRights.changed;
    broadcast.received.subscribe(({ discordId, roles, ageMs }) => {
      this.storeAnswer(discordId, { roles, at: this.clock.now().getTime() - ageMs, received: true });
    });
  }

  /** Lists the Discord ids of staff, by Discord's last answers to any process. */
  listKnownStaffIds(): string[] {
    return [...this.answers].flatMap(([discordId, { roles }]) =>
      roles.some((role) => this.roleRights.givesRights(role)) ? [discordId] : [],
    );
  }

  /** Tells whether the cached answer about a person is fresh enough for open sockets. */
  hasFreshAnswer(discordId: string): boolean {
    return this.findCachedAnswer(discordId, 'live') !== undefined;
  }

  /**
   * Reads role and rights in a session: a customer's if signed in by password or before the second step, an
   * operator's only if signed in by admin code.
   * @throws ShopError UNAVAILABLE as `readRights` says
   */
  async readRightsInSession(
    { openedBy, secondStep, ...account }: SessionIdentity,
    freshness: Freshness,
  ): Promise<FoundRights> {
    if (openedBy === 'password' || secondStep === 'pending') return CUSTOMER;
    return openedBy === 'admin-code' && account.isOperator
      ? ADMIN
      : this.readRights(account.discordId, freshness);
  }

  /**
   * Reads the highest role that a session of this account could have.
   * @throws ShopError UNAVAILABLE as `readRights` says
   */
  async readHighestRole({ discordId, isOperator }: AccountIdentity, freshness: Freshness): Promise<Role> {
    return isOperator ? 'admin' : this.readRole(discordId, freshness);
  }

  /** Asks Discord whether an account is a customer's, so that no staff member is blocked by mistake. */
  async readStanding(account: AccountIdentity): Promise<AccountStanding> {
    try {
      return (await this.readHighestRole(account, 'now')) === 'customer' ? 'customer' : 'staff';
    } catch (error) {
      if (error instanceof ShopError && error.code === 'UNAVAILABLE') return 'unknown';
      throw error;
    }
  }

  /**
   * Reads the role of a Discord id without its rights.
   * @throws ShopError UNAVAILABLE as `readRights` says
   */
  async readRole(discordId: string | null, freshness: Freshness): Promise<Role> {
    return (await this.readRights(discordId, freshness)).role;
  }

  /**
   * Reads role and rights of a proven Discord id; null means a customer. Reads use the last answer while Discord is
   * unavailable.
   * @throws ShopError UNAVAILABLE for `now`, `act` and `recent` while the roles are unknown; RATE_LIMITED for `act`
   */
  async readRights(discordId: string | null, freshness: Freshness): Promise<FoundRights> {
    if (discordId === null) return CUSTOMER;
    if (this.settings.adminDiscordIds.includes(discordId)) return ADMIN;
    if (!this.discord.canReadMembers) return CUSTOMER;
    return freshness === 'now' || freshness === 'act'
      ? this.findRightsForAct(discordId, freshness)
      : this.findRightsForRead(discordId, freshness);
  }

  private async findRightsForAct(discordId: string, freshness: 'now' | 'act'): Promise<FoundRights> {
    const recent = freshness === 'act' ? this.findCachedAnswer(discordId, RECENT_MS) : undefined;
    // Refuses without asking Discord, because repeated attempts could use up Discord's rate limit.
    const isRefused = (table: RoleRightsTable): boolean =>
      table.size === 0 || (recent !== undefined && !isStaffByAnswer(recent, table));
    if (isRefused(await this.roleRights.readRecentTable())) {
      if (isRefused(await this.roleRights.readCurrentTable())) return CUSTOMER;
    }
    if (freshness === 'act') await this.limits.take(ACTS, discordId);
    const roles = await this.fetchRolesAfterGap(discordId).catch(() => undefined);
    // Reads the table after Discord's answer, because a right may have been taken while Discord was slow.
    const table = await this.roleRights.readCurrentTable();
    if (roles) return { ...holderOf(table, roles), wasDiscordAsked: true };
    const last = this.findCachedAnswer(discordId, FALLBACK_MS);
    if (last && !isStaffByAnswer(last, table)) return { ...CUSTOMER, wasDiscordAsked: true };
    throw unknownRightsError();
  }

  private async findRightsForRead(
    discordId: string,
    freshness: Exclude<Freshness, 'now' | 'act'>,
  ): Promise<FoundRights> {
    const table = await this.roleRights.readRecentTable();
    if (table.size === 0) return CUSTOMER;
    const cached = this.findCachedAnswer(discordId, freshness === 'live' ? 'live' : RECENT_MS);
    if (cached) return holderOf(table, cached.roles);
    const isStrict = freshness === 'recent' || freshness === 'shown';
    const relaxed = isStrict ? undefined : this.findCachedAnswer(discordId, RELAXED_MS);
    if (relaxed && !isStaffByAnswer(relaxed, table)) return CUSTOMER;
    const wasDiscordAsked = this.clock.now().getTime() >= this.pausedUntil;
    // Uses the last answer after a failure; `fetchRoles` has already started a pause if Discord is unavailable.
    const fetched = wasDiscordAsked ? await this.fetchRolesOnce(discordId).catch(() => undefined) : undefined;
    const last = fetched ?? this.findCachedAnswer(discordId, FALLBACK_MS)?.roles;
    if (!last && freshness === 'recent') throw unknownRightsError();
    const holder = holderOf(await this.roleRights.readRecentTable(), last ?? []);
    return { ...holder, wasDiscordAsked, isUnknown: last === undefined };
  }

  /** Fetches a person's roles with a request that is not sent before this call; calls within a gap share one. */
  private fetchRolesAfterGap(discordId: string): Promise<readonly string[]> {
    const scheduled = this.scheduled.get(discordId);
    if (scheduled) return scheduled;
    const gap = this.gaps.get(discordId);
    if (!gap) return this.fetchRolesAndStartGap(discordId);
    const next = gap.then(() => {
      this.scheduled.delete(discordId);
      return this.fetchRolesAndStartGap(discordId);
    });
    this.scheduled.set(discordId, next);
    return next;
  }

  private fetchRolesAndStartGap(discordId: string): Promise<readonly string[]> {
    const gapMs = GAP_MS / this.settings.rateLimitFactor;
    const gap = pause(gapMs, undefined, { ref: false }).then(() => void this.gaps.delete(discordId));
    this.gaps.set(discordId, gap);
    return this.fetchRoles(discordId);
  }

  /** Fetches a person's roles from Discord; concurrent reads share one request. */
  private fetchRolesOnce(discordId: string): Promise<readonly string[]> {
    const running = this.fetching.get(discordId);
    if (running) return running;
    const fetched = this.fetchRoles(discordId).finally(() => this.fetching.delete(discordId));
    this.fetching.set(discordId, fetched);
    return fetched;
  }

  private async fetchRoles(discordId: string): Promise<readonly string[]> {
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
        void this.broadcast.publishUpdate({
          discordId,
          roles: giving,
          ageMs: this.clock.now().getTime() - at,
        });
      // Returns the stored answer, because a later request may have been answered first.
      return this.answers.get(discordId)?.roles ?? roles;
    } catch (error) {
      // Starts no pause after a refusal, which concerns one person's id only.
      if (!(error instanceof DiscordRefusal)) this.pausedUntil = this.clock.now().getTime() + PAUSE_MS;
      throw error;
    }
  }

  private findCachedAnswer(discordId: string, maxAge: number | 'live'): RoleAnswer | undefined {
    const answer = this.answers.get(discordId);
    if (!answer) return undefined;
    const maxAgeMs = maxAge === 'live' ? (answer.received ? LIVE_RECEIVED_MS : LIVE_MS) : maxAge;
    return this.clock.now().getTime() - answer.at <= maxAgeMs ? answer : undefined;
  }

  /**
   * Stores the answer unless a later request was answered before, so that a slow answer cannot restore a lost
   * right.
   */
  private storeAnswer(discordId: string, answer: RoleAnswer): void {
    const cached = this.answers.get(discordId);
    if (cached && isLaterAnswer(cached, answer)) return;
    this.answers.delete(discordId);
    this.answers.set(discordId, answer);
    const oldest = this.answers.keys().next();
    if (this.answers.size > MAX_ANSWERS && !oldest.done) this.answers.delete(oldest.value);
    const lost = cached?.roles.filter((role) => !answer.roles.includes(role)) ?? [];
    if (lost.some((role) => this.roleRights.givesRights(role))) this.lostRoles.next(discordId);
  }
}

const isStaffByAnswer = ({ roles }: RoleAnswer, table: RoleRightsTable): boolean =>
  roles.some((role) => table.has(role));

function holderOf(table: RoleRightsTable, roles: readonly string[]): RightsHolder {
  const rights = collectRightsOfRoles(table, roles);
  return rights.length === 0 ? CUSTOMER : { role: 'staff', rights };
}

function isLaterAnswer(one: RoleAnswer, other: RoleAnswer): boolean {
  return one.at === other.at ? (one.sequence ?? 0) > (other.sequence ?? 0) : one.at > other.at;
}

function unknownRightsError(): ShopError {
  return new ShopError('UNAVAILABLE', 'Discord does not answer, so your rights can not be checked now.');
}
