import { Inject, Injectable } from '@nestjs/common';
import type { Role } from '@pax/contracts';
import { Clock } from '../../common/clock.js';
import { ShopError } from '../../common/problem.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { DiscordRest } from './discord-rest.js';

/**
 * How old Discord's answer about a member may be.
 * - now: asked anew (acts) · recent: at most 30 s (reads that depend on it)
 * - live: for open sockets; staff are asked about every time they are checked, the others as for relaxed
 * - relaxed: for calls that work for everybody; who was no staff member is asked about every few minutes only
 */
export type Freshness = 'now' | 'recent' | 'live' | 'relaxed';

const RECENT_MS = 30_000;
/** Less than the time between two checks of sockets (OWN-126), so that each of them asks. */
const LIVE_MS = 3_000;
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
}

/**
 * The one place that says what role a person has. Admins are proven Discord ids in the settings; staff are members
 * with the staff role, as Discord itself says (OWN-5, OWN-6, OWN-7).
 */
@Injectable()
export class RoleSource {
  private readonly answers = new Map<string, Answer>();
  private readonly asking = new Map<string, Promise<boolean>>();
  private pausedUntil = 0;

  constructor(
    private readonly discord: DiscordRest,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * The role of a proven Discord id; null is a customer. Reads fall back to the last answer while Discord is away.
   * @throws ShopError UNAVAILABLE when asked for `now`, Discord is away, and the person may be staff
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
      throw new ShopError('UNAVAILABLE', 'Discord does not answer, so your rights can not be checked now.');
    }
  }

  private async read(discordId: string, freshness: Exclude<Freshness, 'now'>): Promise<boolean> {
    const known = this.known(discordId, freshness === 'live' ? LIVE_MS : RECENT_MS);
    if (known) return known.staff;
    const relaxed = freshness === 'recent' ? undefined : this.known(discordId, RELAXED_MS);
    if (relaxed && !relaxed.staff) return false;
    try {
      if (this.clock.now().getTime() >= this.pausedUntil) return await this.askShared(discordId);
    } catch {
      // Told by the pause; reads go on with what was known.
    }
    return this.known(discordId, FALLBACK_MS)?.staff ?? false;
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
    try {
      const roles = await this.discord.memberRoles(discordId);
      const staff = roles?.includes(this.settings.discord.staffRoleId ?? '') ?? false;
      this.remember(discordId, { staff, at });
      return staff;
    } catch (error) {
      this.pausedUntil = this.clock.now().getTime() + PAUSE_MS;
      throw error;
    }
  }

  private known(discordId: string, maxAgeMs: number): Answer | undefined {
    const answer = this.answers.get(discordId);
    return answer && this.clock.now().getTime() - answer.at <= maxAgeMs ? answer : undefined;
  }

  /** Keeps the answer to the latest question; a slow earlier one must not bring back a lost right. */
  private remember(discordId: string, answer: Answer): void {
    const known = this.answers.get(discordId);
    if (known && known.at > answer.at) return;
    this.answers.delete(discordId);
    this.answers.set(discordId, answer);
    const oldest = this.answers.keys().next();
    if (this.answers.size > MOST_ANSWERS && !oldest.done) this.answers.delete(oldest.value);
  }
}
