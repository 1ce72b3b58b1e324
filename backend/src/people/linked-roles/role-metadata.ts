import { Inject, Injectable, Logger } from '@nestjs/common';
import { ROLE_METADATA_KEYS } from '@pax/contracts';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { DiscordApi } from '../../platform/discord/discord-api.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { SETTINGS, type Settings } from '../../settings.js';

const EVERY_MS = 120_000;
/** Registered fields are registered again after this time, ms. */
const FRESH_MS = 3_600_000;
const FIRST_AFTER_MS = 5_000;
/** Discord's numbers for comparisons. */
const AT_LEAST = 2;
/** "At least so many days ago" in Discord's words: an instant of at most so many days before today. */
const DAYS_AGO = 5;

/** The fields that a server's roles can ask for, with their German names. */
const FIELDS = [
  {
    key: 'tier',
    type: AT_LEAST,
    name: 'Tier',
    description: 'At least this tier, from 0 (bronze) to 4 (diamond)',
    name_localizations: { de: 'Stufe' },
    description_localizations: { de: 'Mindestens diese Stufe, von 0 (Bronze) bis 4 (Diamant)' },
  },
  {
    key: 'spent',
    type: AT_LEAST,
    name: 'Dollars spent',
    description: 'Spent at least so many dollars',
    name_localizations: { de: 'Dollar ausgegeben' },
    description_localizations: { de: 'Mindestens so viele Dollar ausgegeben' },
  },
  {
    key: 'member_since',
    type: DAYS_AGO,
    name: 'Days a customer',
    description: 'Has had an account for at least so many days',
    name_localizations: { de: 'Tage Kunde' },
    description_localizations: { de: 'Hat seit mindestens so vielen Tagen ein Konto' },
  },
] as const;

const known = z.array(z.object({ key: z.string() }));

/** Tells Discord which fields linked roles can ask for, again after two minutes when Discord did not take them. */
@Injectable()
export class RoleMetadata {
  private readonly logger = new Logger(RoleMetadata.name);
  /** When Discord last took the fields, ms since 1970. */
  private registeredAt = 0;

  constructor(
    private readonly api: DiscordApi,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Periodic({ name: 'role-metadata', every: EVERY_MS, role: 'worker', firstAfter: FIRST_AFTER_MS })
  async register(): Promise<void> {
    const now = this.clock.now().getTime();
    if (!this.settings.discord.linkedRoles || now - this.registeredAt < FRESH_MS) return;
    try {
      await this.api.callAsBot({ method: 'PUT', path: this.path, bucket: 'role-metadata', body: FIELDS });
      this.registeredAt = now;
    } catch (error) {
      this.logger.warn(`The fields of linked roles are not registered, which is retried: ${String(error)}`);
    }
  }

  /** Why linked roles do not work; undefined where they do, or are off. */
  async problem(): Promise<string | undefined> {
    if (!this.settings.discord.linkedRoles) return undefined;
    try {
      const answer = await this.api.callAsBot({ path: this.path, bucket: 'role-metadata', isCheck: true });
      const keys = known.parse(answer).map(({ key }) => key);
      const missing = ROLE_METADATA_KEYS.filter((key) => !keys.includes(key));
      if (missing.length === 0) return undefined;
      this.registeredAt = 0;
      return missing.join(', ');
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  private get path(): string {
    return `/applications/${this.settings.discord.clientId}/role-connections/metadata`;
  }
}
