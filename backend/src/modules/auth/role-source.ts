import { Inject, Injectable } from '@nestjs/common';
import type { Role } from '@pax/contracts';
import { Subject } from 'rxjs';
import type { AccountIdentity, SessionIdentity } from '../../common/access.js';
import { Clock } from '../../common/clock.js';
import { ShopError } from '../../common/problem.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { DiscordRest } from './discord/discord-rest.js';
import { RoleNews } from './role-news.js';

/**
 * How old Discord's answer about a member may be.
 * - now: asked anew (acts) · recent: at most 30 s (reads that only staff may make); both refuse while nobody knows
 * - shown: as recent, for what a person is shown of the own account; a customer while nobody knows
 * - live: for open sockets; staff are asked about every time they are checked, the others as for relaxed
 * - relaxed: for calls that work for everybody; who was no staff member is asked about every few minutes only
 */
export type Freshness = 'now' | 'recent' | 'shown' | 'live' | 'relaxed';

const RECENT_MS = 30_000;
/** With a look every half second and the way to Discord less than the promised 5 s (OWN-447). */
const LIVE_MS = 3_000;
/** Longer for answers that another process got: whoever asked last asks next, and others only where it went away. */
const LIVE_HEARD_MS = 3_700;
const RELAXED_MS = 5 * 60_000;
/** While Discord is away, rights last seen so long ago still let staff read. */
const FALLBACK_MS = 15 * 60_000;
/** After a failure reads do not wait for Discord again for so long. */
const PAUSE_MS = 3_000;
const MOST_ANSWERS = 10_000;

interface Answer {
  staff: boolean;
  /** When the question was put. */
  at: number;
  /** Which of this process' questions it was: a millisecond holds several. */
  turn?: number;
  /** Another process asked. */
  heard?: boolean;
}

/**
 * The one place that says what role a person has. Admins are proven Discord ids in the settings; staff are members
 * with the staff role, as Discord itself says (OWN-5, OWN-6, OWN-7).
 */
@Injectable()
export class RoleSource {
  /** Whoever is found to be no staff member any more, by their Discord id. */
  readonly lost = new Subject<string>();
  private readonly answers = new Map<string, Answer>();
  private readonly asking = new Map<string, Promise<boolean>>();
  private pausedUntil = 0;
  private turns = 0;

  constructor(
    private readonly discord: DiscordRest,
    private readonly clock: Clock,
    private readonly news: RoleNews,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    news.heard.subscribe(({ discordId, staff, ageMs }) => {
      this.remember(discordId, { staff, at: this.clock.now().getTime() - ageMs, heard: true });
    });
  }

  /** Whether what is known of a person is young enough for open sockets. */
  isFresh(discordId: string): boolean {
    return this.known(discordId, 'live') !== undefined;
  }

  /**
   * The role in a session. One that was opened by password carries customer rights, whoever's it is; the right of an
   * operator's account is that of sessions opened by admin code (OWN-346, OWN-350).
   * @throws ShopError UNAVAILABLE as `roleOf` says
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
   * The role of a proven Discord id; null is a customer. Reads fall back to the last answer while Discord is away, or
   * does not know our server (OWN-445).
   * @throws ShopError UNAVAILABLE when asked for `now` or `recent` and nobody knows whether the person is staff
   */
  async roleOf(discordId: string | null, freshness: Freshness): Promise<Role> {
    if (discordId === null) return 'customer';
    if (this.settings.adminDiscordIds.includes(discordId)) return 'admin';
    if (this.settings.discord.staffRoleId === undefined || !this.discord.knowsMembers) return 'customer';
    const staff = freshness === 'now' ? await this.askNow(discordId) : await this.read(discordId, freshness);
    return staff ? 'staff' : 'customer';
  }

  private async askNow(discordId: string): Promise<boolean> {
    try {
      return await this.ask(discordId);
    } catch {
      const known = this.known(discordId, FALLBACK_MS);
      if (known && !known.staff) return false;
      throw unknownRights();
    }
  }

  private async read(discordId: string, freshness: Exclude<Freshness, 'now'>): Promise<boolean> {
    const known = this.known(discordId, freshness === 'live' ? 'live' : RECENT_MS);
    if (known) return known.staff;
    const isStrict = freshness === 'recent' || freshness === 'shown';
    const relaxed = isStrict ? undefined : this.known(discordId, RELAXED_MS);
    if (relaxed && !relaxed.staff) return false;
    try {
      if (this.clock.now().getTime() >= this.pausedUntil) return await this.askShared(discordId);
    } catch {
      // Told by the pause; reads go on with what was known.
    }
    const last = this.known(discordId, FALLBACK_MS);
    if (!last && freshness === 'recent') throw unknownRights();
    return last?.staff ?? false;
  }

  /** Reads at the same time share one question. */
  private askShared(discordId: string): Promise<boolean> {
    const running = this.asking.get(discordId);
    if (running) return running;
    const asked = this.ask(discordId).finally(() => this.asking.delete(discordId));
    this.asking.set(discordId, asked);
    return asked;
  }

  private async ask(discordId: string): Promise<boolean> {
    const at = this.clock.now().getTime();
    this.turns += 1;
    const turn = this.turns;
    try {
      const roles = await this.discord.memberRoles(discordId);
      const staff = roles?.includes(this.settings.discord.staffRoleId ?? '') ?? false;
      const wasStaff = this.answers.get(discordId)?.staff === true;
      this.remember(discordId, { staff, at, turn });
      if (staff || wasStaff)
        void this.news.tell({ discordId, staff, ageMs: this.clock.now().getTime() - at });
      // Who asked first and waited longest acts by what is known by now.
      return this.answers.get(discordId)?.staff ?? staff;
    } catch (error) {
      this.pausedUntil = this.clock.now().getTime() + PAUSE_MS;
      throw error;
    }
  }

  private known(discordId: string, maxAge: number | 'live'): Answer | undefined {
    const answer = this.answers.get(discordId);
    if (!answer) return undefined;
    const maxAgeMs = maxAge === 'live' ? (answer.heard ? LIVE_HEARD_MS : LIVE_MS) : maxAge;
    return this.clock.now().getTime() - answer.at <= maxAgeMs ? answer : undefined;
  }

  /** Keeps the answer to the latest question; a slow earlier one must not bring back a lost right. */
  private remember(discordId: string, answer: Answer): void {
    const known = this.answers.get(discordId);
    if (known && isLater(known, answer)) return;
    this.answers.delete(discordId);
    this.answers.set(discordId, answer);
    const oldest = this.answers.keys().next();
    if (this.answers.size > MOST_ANSWERS && !oldest.done) this.answers.delete(oldest.value);
    if (known?.staff === true && !answer.staff) this.lost.next(discordId);
  }
}

function isLater(one: Answer, other: Answer): boolean {
  return one.at === other.at ? (one.turn ?? 0) > (other.turn ?? 0) : one.at > other.at;
}

function unknownRights(): ShopError {
  return new ShopError('UNAVAILABLE', 'Discord does not answer, so your rights can not be checked now.');
}
