import { newId } from '../server/new-id.js';
import type { NotificationRecord, PaypalState } from './paypal-state.js';

const PLAIN = /[\w.-]/;
const LATIN = /[\u00a0-\u00ff]/;

/** The created notifications, each with its exact bytes. */
export class NotificationLog {
  constructor(private readonly state: PaypalState) {}

  /** Records a notification that waits for its delivery. */
  record(fields: Readonly<Record<string, string>>, url: string, at: number): NotificationRecord {
    const body = Object.entries({ ...fields, charset: 'windows-1252', ipn_track_id: newId('', 13) })
      .map(([name, value]) => `${name}=${escapeWindows1252(value)}`)
      .join('&');
    const label = fields['payment_status'] ?? 'other';
    const record: NotificationRecord = {
      id: newId('ipn_'),
      label,
      url,
      body,
      at,
      attempts: [],
      tries: 0,
      state: 'waiting',
    };
    this.state.notifications[record.id] = record;
    return record;
  }

  get(id: string): NotificationRecord | undefined {
    return Object.hasOwn(this.state.notifications, id) ? this.state.notifications[id] : undefined;
  }

  /** All notifications, newest first. */
  all(): NotificationRecord[] {
    return Object.values(this.state.notifications).toReversed();
  }

  /** Tells whether exactly these bytes were sent. */
  has(body: Buffer): boolean {
    return this.all().some((one) => Buffer.from(one.body).equals(body));
  }
}

/** Escapes a text for a form as the service does: bytes of windows-1252, with `?` for characters outside of it. */
function escapeWindows1252(text: string): string {
  return Array.from(text, (letter) => {
    if (letter === ' ') return '+';
    if (PLAIN.test(letter)) return letter;
    return `%${byteOf(letter).toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

/** The byte of a character; of those that windows-1252 has beyond Latin-1, only the euro sign is supported. */
function byteOf(letter: string): number {
  if (letter === '€') return 0x80;
  const code = letter.charCodeAt(0);
  return code < 0x80 || LATIN.test(letter) ? code : 0x3f;
}
