import { Inject, Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { SETTINGS, type Settings } from '../../settings.js';
import type { TicketRequest } from './create-ticket.js';

/** A sender and a request that may be repeated when its answer was lost. */
export interface RepeatableRequest {
  /** The Discord id, or the sender of a form. */
  by: string;
  /** Id of the interaction or the form; without it a repeat is another request. */
  requestId?: string | undefined;
}

/** Derives keys of requests, so that a repeated request does nothing. */
@Injectable()
export class RequestKeys {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** Uses a secret key, so that a copy of the database does not reveal the sender. */
  keyFor({ by, requestId }: RepeatableRequest, what: string): string | undefined {
    return requestId && this.hmac(`request:${what}:${by}:${requestId}`).toString('hex');
  }

  /** Derives the key of a ticket request, and a ticket secret that cannot be guessed without the shop's secret. */
  ticketRequestFor(asked: RepeatableRequest): TicketRequest | undefined {
    const key = this.keyFor(asked, 'ticket');
    if (key === undefined) return undefined;
    return { key, token: this.hmac(`ticket-token:${key}`).subarray(0, 16).toString('base64url') };
  }

  private hmac(text: string): Buffer {
    return createHmac('sha256', this.settings.sessionSecret).update(text).digest();
  }
}
