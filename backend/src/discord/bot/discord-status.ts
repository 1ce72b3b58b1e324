import { Injectable } from '@nestjs/common';
import type { DiscordProblem, DiscordStatusAnswer, DoctorReport } from '@pax/contracts';
import { Clock } from '../../platform/clock.js';
import { DiscordApi } from '../../platform/discord/discord-api.js';
import { DiscordSetupError } from '../../platform/discord/discord-errors.js';
import { DiscordFaults } from '../../platform/discord/discord-faults.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { RoleList } from '../../people/rights/role-list.js';
import { BotLease, isAtGateway } from './bot-lease.js';
import { BotLogins } from './bot-logins.js';

type StatusProblem = DiscordStatusAnswer['problems'][number];

/**
 * Interval of the check whether Discord still knows the shop's server, ms. The check finds faults before customers
 * do.
 */
const CHECK_MS = 60_000;
/** Delay of the first check after the start, ms, so that a starting process serves people first. */
const FIRST_AFTER_MS = 5_000;

/** Status of the connections between the shop, its bot and Discord. */
@Injectable()
export class DiscordStatus {
  constructor(
    private readonly api: DiscordApi,
    private readonly faults: DiscordFaults,
    private readonly lease: BotLease,
    private readonly logins: BotLogins,
    private readonly clock: Clock,
    private readonly roles: RoleList,
  ) {}

  /** Reads the status and calls Discord for it. The bot's part is as old as the bot's last renewal. */
  async readStatus(): Promise<DiscordStatusAnswer> {
    const [shop, { isLive, report }] = await Promise.all([this.checkServer(), this.lease.readLease()]);
    const problems: StatusProblem[] = [];
    const addProblem = (code: DiscordProblem, detail?: string): void => {
      problems.push(detail === undefined ? { code } : { code, detail });
    };
    if (shop) problems.push(shop);
    const waitMs = isLive && report?.gateway !== 'logins_spent' ? 0 : await this.logins.readWaitMs();
    if (waitMs > 0) addProblem('BOT_LOGINS_SPENT', this.clock.fromNow(waitMs).toISOString());
    else if (!isLive) addProblem('BOT_AWAY');
    else if (!isAtGateway(report)) addProblem('BOT_GATEWAY_AWAY', report?.gatewayReason);
    if (report?.guild === 'unknown') addProblem('BOT_GUILD_UNKNOWN');
    if (report?.commands === 'failed') addProblem('COMMANDS_FAILED', report.commandsReason);
    if (report?.refusedIntents?.length) addProblem('INTENTS_REFUSED', report.refusedIntents.join(', '));
    if (report?.idleIntents?.length) addProblem('INTENTS_IDLE', report.idleIntents.join(', '));
    if (report && report.unreadable > 0) addProblem('EVENTS_UNREADABLE', String(report.unreadable));
    return {
      connected: isLive && isAtGateway(report),
      problems,
      ...(report?.doctor ? { doctor: await this.addVipRights(report.doctor) } : {}),
    };
  }

  /** Adds to the bot's report whether the VIP role has panel rights, because the bot cannot know them. */
  private async addVipRights(doctor: DoctorReport): Promise<DoctorReport> {
    if (!(await this.roles.hasVipRights())) return doctor;
    const roles = doctor.roles.map((one) =>
      one.role === 'vip' && one.state === 'fine' ? { ...one, state: 'has_rights' as const } : one,
    );
    return { ...doctor, roles };
  }

  /** Checks whether Discord knows the shop's server. DiscordApi records or clears the fault. */
  @Periodic({ name: 'discord-status', every: CHECK_MS, role: 'worker', firstAfter: FIRST_AFTER_MS })
  private async checkServer(): Promise<StatusProblem | undefined> {
    if (!this.api.isSetUp) return { code: 'NOT_SET_UP' };
    this.faults.resetCache();
    try {
      await this.api.callGuild({ path: '', bucket: 'guild', isCheck: true });
      return undefined;
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      if (!(error instanceof DiscordSetupError)) await this.faults.recordUnavailable();
      return { code: error instanceof DiscordSetupError ? error.problem : 'DISCORD_AWAY', detail };
    }
  }
}
