import { Inject, Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { SETTINGS, type Settings } from '../../../settings.js';
import type { TicketRequest } from '../../support/create-ticket.js';

/** Who asks in Discord by which interaction; the bot repeats a call whose answer it did not get. */
export interface DiscordRequest {
  discordId: string;
  /** The interaction's id; without it a repeat is another request. */
  requestId?: string | undefined;
}

/** Names requests from Discord, so that one that comes again does nothing more (OWN-682). */
@Injectable()
export class DiscordRequests {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** Keyed, so that a copy of the database does not tell who asked. */
  key({ discordId, requestId }: DiscordRequest, what: string): string | undefined {
    return requestId && this.keyed(`request:${what}:${discordId}:${requestId}`).toString('hex');
  }

  /** A request for a ticket, with a secret that nobody knows who has not the shop's. */
  ofTicket(asked: DiscordRequest): TicketRequest | undefined {
    const key = this.key(asked, 'ticket');
    if (key === undefined) return undefined;
    return { key, token: this.keyed(`ticket-token:${key}`).subarray(0, 16).toString('base64url') };
  }

  private keyed(text: string): Buffer {
    return createHmac('sha256', this.settings.sessionSecret).update(text).digest();
  }
}
