import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto';
import { z } from 'zod';

/** The keys of a browser that subscribed. */
export interface BrowserKeys {
  readonly ecdh: ECDH;
  readonly auth: Buffer;
}

/** Makes the keys of a browser. */
export function createBrowserKeys(): BrowserKeys {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { ecdh, auth: randomBytes(16) };
}

const HEADER = { salt: 16, recordSize: 4, keyLength: 1 };
const KEY_BYTES = 65;
const TAG_BYTES = 16;
/** Byte that ends the text of the last record; zeros fill the rest. */
const LAST_RECORD = 2;

const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/**
 * Decrypts a message in the encoding aes128gcm with one record (RFC 8188, 8291).
 * @throws Error where a browser would drop the message
 */
export function decryptMessage(body: Buffer, { ecdh, auth }: BrowserKeys): string {
  const keyStart = HEADER.salt + HEADER.recordSize + HEADER.keyLength;
  if (body.length < keyStart + KEY_BYTES + TAG_BYTES) throw new Error('the message is too short');
  const salt = body.subarray(0, HEADER.salt);
  if (body.readUInt8(keyStart - 1) !== KEY_BYTES) throw new Error('the key has another length');
  const senderKey = body.subarray(keyStart, keyStart + KEY_BYTES);
  const record = body.subarray(keyStart + KEY_BYTES);
  if (record.length > body.readUInt32BE(HEADER.salt)) throw new Error('there is more than one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const secret = derive(ecdh.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== LAST_RECORD) throw new Error('the record has no end');
  return padded.subarray(0, end).toString('utf8');
}

const MOST_S = 24 * 60 * 60;
const joseHeader = z.object({ alg: z.literal('ES256') });
const claims = z.object({
  aud: z.string(),
  exp: z.number(),
  sub: z.string().regex(/^(mailto:.+@.+|https:\/\/.+)/),
});
const readJson = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

/**
 * Finds what is wrong with the proof of a sender (VAPID, RFC 8292).
 * @param origin of the push service
 * @param subscribedKey public key with which the browser subscribed
 * @returns undefined for a right proof
 */
export function findVapidFault(
  header: string | undefined,
  { origin, subscribedKey, now = Date.now() }: { origin: string; subscribedKey: string; now?: number },
): string | undefined {
  const [, token = '', key = ''] = /^vapid t=([^,\s]+), ?k=([\w-]+)$/.exec(header ?? '') ?? [];
  if (token === '') return 'the header Authorization is no vapid';
  if (key !== subscribedKey) return 'the key is not the one of the subscription';
  const [head = '', payload = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  try {
    if (!joseHeader.safeParse(readJson(head)).success) return 'the algorithm is not ES256';
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${payload}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    if (!isSigned) return 'the signature is wrong';
    const parsed = claims.safeParse(readJson(payload));
    if (!parsed.success) return z.prettifyError(parsed.error);
    const { aud, exp } = parsed.data;
    if (aud !== origin) return 'aud is not this service';
    if (exp * 1000 <= now) return 'exp is over';
    return exp * 1000 > now + MOST_S * 1000 ? 'exp is more than a day away' : undefined;
  } catch (error) {
    return String(error);
  }
}
