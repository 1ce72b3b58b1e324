import { Inject, Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { SETTINGS, type Settings } from '../../settings.js';
import type { TicketRequest } from './create-ticket.js';

/** A sender's request that may be repeated when its answer was lost. */
export interface RepeatableRequest {
  /** The sender: a Discord id, or the account or visitor who sends a form. */
  by: string;
  /** Id of the Discord interaction or the form; without an id a repeat is a new request. */
  requestId?: string | undefined;
}

/** Derives keys from requests, by which a repeated request is recognised and does nothing. */
@Injectable()
export class RequestKeys {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** Derives the key of a request with a secret, so that a copy of the database does not reveal the sender. */
  keyFor({ by, requestId }: RepeatableRequest, what: string): string | undefined {
    return requestId && this.hmac(`request:${what}:${by}:${requestId}`).toString('hex');
  }

  /** Derives the key of a ticket request, and a ticket secret that nobody can guess without the shop's secret. */
  ticketRequestFor(asked: RepeatableRequest): TicketRequest | undefined {
    const key = this.keyFor(asked, 'ticket');
    if (key === undefined) return undefined;
    return { key, token: this.hmac(`ticket-token:${key}`).subarray(0, 16).toString('base64url') };
  }

  private hmac(text: string): Buffer {
    return createHmac('sha256', this.settings.sessionSecret).update(text).digest();
  }
}
