import { Inject, Injectable } from '@nestjs/common';
import type { Role } from '@pax/contracts';
import { Subject } from 'rxjs';
import type { AccountIdentity, SessionIdentity } from '../../common/access.js';
import { Clock } from '../../common/clock.js';
import { ShopError } from '../../common/problem.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { DiscordRest } from './discord-rest.js';
import { RoleBroadcast } from './role-broadcast.js';

/** How old Discord's answer about a member may be. */
export type Freshness =
  /** Asked again, for changes by staff; refuses while the role is unknown. */
  | 'now'
  /** At most 30 s, for reads that only staff may make; refuses while the role is unknown. */
  | 'recent'
  /** As `recent`, for a person's view of the own account; a customer while the role is unknown. */
  | 'shown'
  /** For open sockets: staff are checked against Discord every few seconds, others as for `relaxed`. */
  | 'live'
  /** For calls that everybody may make: who was no staff member is checked every few minutes only. */
  | 'relaxed';

const RECENT_MS = 30_000;
/** With a check every 0.5 s and Discord's latency this stays below the promised 5 s (OWN-447). */
const LIVE_MS = 3_000;
/** Longer for received answers, so that the process that asked last asks next, and others only when it is gone. */
const LIVE_RECEIVED_MS = 3_700;
const RELAXED_MS = 5 * 60_000;
/** While Discord is unavailable, an answer of at most this age still lets staff read. */
const FALLBACK_MS = 15 * 60_000;
/** After a failure, reads do not wait for Discord for this long. */
const PAUSE_MS = 3_000;
const MAX_ANSWERS = 10_000;

interface Answer {
  staff: boolean;
  /** When Discord was asked, ms since the epoch. */
  at: number;
  /** Orders requests of this process within one millisecond. */
  sequence?: number;
  /** Whether another process asked. */
  received?: boolean;
}

/**
 * Decides a person's role, and is the only place that does. Admins are proven Discord ids in the settings; staff are
 * members with the staff role at Discord (OWN-5, OWN-6, OWN-7).
 */
@Injectable()
export class RoleSource {
  /** Discord ids of persons who are no staff members any more. */
  readonly lost = new Subject<string>();
  private readonly answers = new Map<string, Answer>();
  private readonly fetching = new Map<string, Promise<boolean>>();
  private pausedUntil = 0;
  private lastSequence = 0;

  constructor(
    private readonly discord: DiscordRest,
    private readonly clock: Clock,
    private readonly broadcast: RoleBroadcast,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    broadcast.received.subscribe(({ discordId, staff, ageMs }) => {
      this.remember(discordId, { staff, at: this.clock.now().getTime() - ageMs, received: true });
    });
  }

  /** Whether the cached answer about a person is fresh enough for open sockets. */
  isFresh(discordId: string): boolean {
    return this.cached(discordId, 'live') !== undefined;
  }

  /**
   * The role in a session: `customer` when opened by password, an operator's only when opened by admin code (OWN-346,
   * OWN-350). @throws ShopError UNAVAILABLE as `roleOf` says
   */
  async inSession({ openedBy, ...account }: SessionIdentity, freshness: Freshness): Promise<Role> {
    if (openedBy === 'password') return 'customer';
    return openedBy === 'admin-code'
      ? this.ofAccount(account, freshness)
      : this.roleOf(account.discordId, freshness);
  }

  /** The highest role that a session of this account could have. @throws ShopError UNAVAILABLE as `roleOf` says */
  async ofAccount({ discordId, isOperator }: AccountIdentity, freshness: Freshness): Promise<Role> {
    return isOperator ? 'admin' : this.roleOf(discordId, freshness);
  }

  /**
   * The role of a proven Discord id; null is a customer. Reads fall back to the last answer while Discord is unavailable
   * (OWN-445). @throws ShopError UNAVAILABLE for `now` and `recent` while the role is unknown
   */
  async roleOf(discordId: string | null, freshness: Freshness): Promise<Role> {
    if (discordId === null) return 'customer';
    if (this.settings.adminDiscordIds.includes(discordId)) return 'admin';
    if (this.settings.discord.staffRoleId === undefined || !this.discord.knowsMembers) return 'customer';
    const staff =
      freshness === 'now' ? await this.fetchNow(discordId) : await this.read(discordId, freshness);
    return staff ? 'staff' : 'customer';
  }

  private async fetchNow(discordId: string): Promise<boolean> {
    try {
      return await this.fetch(discordId);
    } catch {
      const cached = this.cached(discordId, FALLBACK_MS);
      if (cached && !cached.staff) return false;
      throw unknownRights();
    }
  }

  private async read(discordId: string, freshness: Exclude<Freshness, 'now'>): Promise<boolean> {
    const cached = this.cached(discordId, freshness === 'live' ? 'live' : RECENT_MS);
    if (cached) return cached.staff;
    const isStrict = freshness === 'recent' || freshness === 'shown';
    const relaxed = isStrict ? undefined : this.cached(discordId, RELAXED_MS);
    if (relaxed && !relaxed.staff) return false;
    try {
      if (this.clock.now().getTime() >= this.pausedUntil) return await this.fetchShared(discordId);
    } catch {
      // `fetch` started the pause; the last answer serves.
    }
    const last = this.cached(discordId, FALLBACK_MS);
    if (!last && freshness === 'recent') throw unknownRights();
    return last?.staff ?? false;
  }

  /** Concurrent reads share one request. */
  private fetchShared(discordId: string): Promise<boolean> {
    const running = this.fetching.get(discordId);
    if (running) return running;
    const fetched = this.fetch(discordId).finally(() => this.fetching.delete(discordId));
    this.fetching.set(discordId, fetched);
    return fetched;
  }

  private async fetch(discordId: string): Promise<boolean> {
    const at = this.clock.now().getTime();
    this.lastSequence += 1;
    const sequence = this.lastSequence;
    try {
      const roles = await this.discord.memberRoles(discordId);
      const staff = roles?.includes(this.settings.discord.staffRoleId ?? '') ?? false;
      const wasStaff = this.answers.get(discordId)?.staff === true;
      this.remember(discordId, { staff, at, sequence });
      if (staff || wasStaff)
        void this.broadcast.publish({ discordId, staff, ageMs: this.clock.now().getTime() - at });
      // A later request may have been answered first; its answer counts.
      return this.answers.get(discordId)?.staff ?? staff;
    } catch (error) {
      this.pausedUntil = this.clock.now().getTime() + PAUSE_MS;
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
  private remember(discordId: string, answer: Answer): void {
    const cached = this.answers.get(discordId);
    if (cached && isLater(cached, answer)) return;
    this.answers.delete(discordId);
    this.answers.set(discordId, answer);
    const oldest = this.answers.keys().next();
    if (this.answers.size > MAX_ANSWERS && !oldest.done) this.answers.delete(oldest.value);
    if (cached?.staff === true && !answer.staff) this.lost.next(discordId);
  }
}

function isLater(one: Answer, other: Answer): boolean {
  return one.at === other.at ? (one.sequence ?? 0) > (other.sequence ?? 0) : one.at > other.at;
}

function unknownRights(): ShopError {
  return new ShopError('UNAVAILABLE', 'Discord does not answer, so your rights can not be checked now.');
}
