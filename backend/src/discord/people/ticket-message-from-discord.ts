import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { BotTicketMessageRequest } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { ShopError } from '../../platform/shop-error.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { AddTicketMessage } from '../../support/tickets/conversation/add-ticket-message.js';
import { RequestKeys } from '../../support/tickets/request-keys.js';
import { TicketsQueries } from '../../support/tickets/tickets.queries.js';
import { assertReferenceMatches } from '../staff/stale-reference.js';
import { InFlight } from './in-flight.js';
import { TicketFromDiscord } from './ticket-from-discord.js';

interface MessageFromDiscordInput extends BotTicketMessageRequest {
  readonly ticketId: number;
}

/** Adds messages to tickets that their senders write in direct messages in Discord. */
@Injectable()
export class TicketMessageFromDiscord {
  private readonly inFlight = new InFlight<void>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly accounts: AccountsQueries,
    private readonly tickets: TicketsQueries,
    private readonly requests: RequestKeys,
    private readonly addMessage: AddTicketMessage,
    private readonly fromDiscord: TicketFromDiscord,
  ) {}

  /**
   * Adds a message to an own ticket, once per request.
   * @throws ShopError NOT_FOUND for another person's ticket, BLOCKED, STALE_REFERENCE, as `AddTicketMessage`, and as
   * pictures are refused
   */
  async execute(input: MessageFromDiscordInput): Promise<void> {
    const { ticketId, discordId, requestId, text, madeAt, pictures = [] } = input;
    const user = await this.accounts.findByDiscordId(discordId);
    if (!user || !(await this.tickets.isOwn(ticketId, user.id)))
      throw new ShopError('NOT_FOUND', 'There is no such ticket.');
    if (user.blockedAt !== null) throw new ShopError('BLOCKED', 'This account is blocked.');
    await assertReferenceMatches(this.database, { kind: 'ticket', id: ticketId, madeAt });
    const requestKey = this.requests.keyFor({ by: discordId, requestId }, `message:${ticketId}`);
    const add = async (): Promise<void> => {
      if (await this.addMessage.isKnown(requestKey)) return;
      // Checks before any picture is fetched and counted; `execute` checks again under the lock.
      await this.addMessage.assertMayAdd(ticketId, 'sender');
      const attachments = await this.fromDiscord.storePictures({ discordId, sender: 'account' }, pictures);
      await this.addMessage.execute({ ticketId, text, attachments, requestKey });
    };
    await (requestKey === undefined ? add() : this.inFlight.run(requestKey, add));
  }
}
