import { Inject, Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { SETTINGS, type Settings } from '../../settings.js';
import type { TicketRequest } from './create-ticket.js';

/** A sender and a request, which may come again since its answer was lost. */
export interface NamedRequest {
  /** The Discord id, or the sender of a form. */
  by: string;
  /** Id of the interaction or the form; without it a repeat is another request. */
  requestId?: string | undefined;
}

/** Names requests, so that one that comes again does nothing more. */
@Injectable()
export class NamedRequests {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** Keyed, so that a copy of the database does not tell who asked. */
  key({ by, requestId }: NamedRequest, what: string): string | undefined {
    return requestId && this.keyed(`request:${what}:${by}:${requestId}`).toString('hex');
  }

  /** A request for a ticket, with a secret that nobody knows who has not the shop's. */
  ofTicket(asked: NamedRequest): TicketRequest | undefined {
    const key = this.key(asked, 'ticket');
    if (key === undefined) return undefined;
    return { key, token: this.keyed(`ticket-token:${key}`).subarray(0, 16).toString('base64url') };
  }

  private keyed(text: string): Buffer {
    return createHmac('sha256', this.settings.sessionSecret).update(text).digest();
  }
}
