import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { botLanguage, type BotPersonAnswer, type ChangeBotPersonRequest } from '@pax/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';

const choicesRow = z.object({
  language: botLanguage.nullable(),
  directMessages: z.boolean(),
  clientLanguage: botLanguage.nullable(),
  messagesClosed: z.boolean(),
});
type BotChoices = z.infer<typeof choicesRow>;
const DEFAULT_CHOICES: BotChoices = {
  language: null,
  directMessages: true,
  clientLanguage: null,
  messagesClosed: false,
};

/** Settings that people made for the bot in Discord, with or without an account. */
@Injectable()
export class BotPreferences {
  private readonly manager: EntityManager;

  constructor(
    @InjectDataSource() database: DataSource,
    private readonly accounts: AccountsQueries,
  ) {
    this.manager = database.manager;
  }

  /** Reads a person's settings, and the account that proved their Discord id. */
  async readPerson(discordId: string): Promise<BotPersonAnswer> {
    const user = await this.accounts.findByDiscordId(discordId);
    const account = user && { username: user.username, isBlocked: user.blockedAt !== null };
    return { ...(await this.readChoices(discordId)), account };
  }

  /** Reads a person's settings; defaults for what the person has not set. */
  async readChoices(discordId: string): Promise<BotChoices> {
    const row = await sql(this.manager).first(
      choicesRow,
      `SELECT language, messages AS "directMessages", client_language AS "clientLanguage",
              hint_wanted AS "messagesClosed"
         FROM discord_people WHERE discord_id = $1`,
      [discordId],
    );
    return row ?? DEFAULT_CHOICES;
  }

  /**
   * Saves the given settings in one statement, so that concurrent changes both apply. Switching direct messages on
   * or off clears a recorded refusal.
   */
  async saveChoices(input: ChangeBotPersonRequest): Promise<void> {
    const { discordId, language, directMessages = null, clientLanguage = null, toldClosed = false } = input;
    await sql(this.manager).run(
      `INSERT INTO discord_people AS p (discord_id, language, messages, client_language)
       VALUES ($1, $2, COALESCE($3, true), $5)
       ON CONFLICT (discord_id) DO UPDATE
         SET language = CASE WHEN $4 THEN EXCLUDED.language ELSE p.language END,
             messages = COALESCE($3, p.messages),
             client_language = COALESCE($5, p.client_language),
             closed_until = CASE WHEN $3 THEN '-infinity' ELSE p.closed_until END,
             hint_wanted = p.hint_wanted AND NOT $6 AND $3 IS NULL`,
      [discordId, language ?? null, directMessages, language !== undefined, clientLanguage, toldClosed],
    );
  }
}
