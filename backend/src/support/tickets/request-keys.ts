import { Inject, Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { SETTINGS, type Settings } from '../../settings.js';
import type { TicketRequest } from './create-ticket.js';

/** A sender and a request, which may come again since its answer was lost. */
export interface RepeatableRequest {
  /** The Discord id, or the sender of a form. */
  by: string;
  /** Id of the interaction or the form; without it a repeat is another request. */
  requestId?: string | undefined;
}

/** Names requests, so that one that comes again does nothing more. */
@Injectable()
export class RequestKeys {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** Keyed, so that a copy of the database does not tell who asked. */
  keyFor({ by, requestId }: RepeatableRequest, what: string): string | undefined {
    return requestId && this.hmac(`request:${what}:${by}:${requestId}`).toString('hex');
  }

  /** A request for a ticket, with a secret that nobody knows who has not the shop's. */
  ticketRequestFor(asked: RepeatableRequest): TicketRequest | undefined {
    const key = this.keyFor(asked, 'ticket');
    if (key === undefined) return undefined;
    return { key, token: this.hmac(`ticket-token:${key}`).subarray(0, 16).toString('base64url') };
  }

  private hmac(text: string): Buffer {
    return createHmac('sha256', this.settings.sessionSecret).update(text).digest();
  }
}
