import { Inject, Injectable } from '@nestjs/common';
import { isPushAddress } from '@pax/contracts/settings';
import webPush from 'web-push';
import { SETTINGS, type Settings } from '../../../settings.js';

/** Time limit of a call, ms. */
const TIMEOUT_MS = 5_000;
/** Codes of failures before the first byte left. */
const NOT_CONNECTED: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** A browser's address at its push service, and its keys. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * Outcome of a message: `refused` was surely not taken and may be sent again, `gone` means that the subscription has
 * ended, `denied` that it belongs to another key of the shop, `lost` that the message may have arrived.
 */
export interface PushOutcome {
  result: 'sent' | 'refused' | 'gone' | 'denied' | 'lost';
  /** Cause without the address. */
  cause: string;
}

/** Sends encrypted messages to push services (RFC 8030, 8291, 8292), only to those of PUSH_HOSTS. */
@Injectable()
export class PushSender {
  /** Time limit of a call, ms; specs shorten it. */
  timeoutMs = TIMEOUT_MS;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  get isSetUp(): boolean {
    return this.settings.push !== undefined;
  }

  /**
   * Sends a message once; never throws. Redirects are not followed, and the answer's body is not read.
   * @param keptS time for which the service keeps the message for a browser that is not reachable, s
   */
  async send({ endpoint, p256dh, auth }: PushTarget, message: object, keptS: number): Promise<PushOutcome> {
    const { push } = this.settings;
    if (!push || !isPushAddress(endpoint, push.hosts)) return { result: 'gone', cause: 'unknown host' };
    try {
      const { method, headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        { vapidDetails: { subject: push.subject, ...push.keys }, TTL: keptS, urgency: 'high' },
      );
      const answer = await fetch(endpoint, {
        method,
        headers,
        body: body && new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(this.timeoutMs),
      });
      void answer.body?.cancel().catch(() => undefined);
      return { result: resultOf(answer.status), cause: `status ${answer.status}` };
    } catch (error) {
      const code = codeOf(error);
      return { result: NOT_CONNECTED.includes(code) ? 'refused' : 'lost', cause: String(code ?? error) };
    }
  }
}

function resultOf(status: number): PushOutcome['result'] {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  if (status === 401 || status === 403) return 'denied';
  // Other 5xx, such as a gateway's, may come after the message was taken.
  return status === 429 || status === 503 ? 'refused' : 'lost';
}

/** The code of a failed call, which stands in the error or its cause. */
function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  const { cause } = error;
  if (typeof cause === 'object' && cause !== null && 'code' in cause) return cause.code;
  return error.name;
}
