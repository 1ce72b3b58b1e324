import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

/** Matches an Accept-Encoding header that allows brotli (not `br;q=0`). */
const BROTLI = /\bbr\b(?!\s*;\s*q=0(\.0*)?(\s|,|$))/i;

/** Tells whether a caller accepts an answer compressed with brotli. */
export function acceptsBrotli(acceptEncoding: string | undefined): boolean {
  return BROTLI.test(acceptEncoding ?? '');
}

const compress = promisify(brotliCompress);
/**
 * Cache header: caches keep the text for only 5 minutes, because a new version of the shop may be deployed at any time.
 */
const FRESH = 'public, max-age=300';

/**
 * A text that is the same for all callers. It is built at the first call and kept together with its compressed
 * form.
 */
export class CachedResponse {
  private prepared: Promise<{ body: Buffer; brotli: Buffer; etag: string }> | undefined;

  /** @param build generator of the text, which may yield often, so that other calls are answered in between */
  constructor(
    private readonly type: string,
    private readonly build: () => Generator<void, string>,
    private readonly cacheControl = FRESH,
  ) {}

  /** The body of the answer; empty, with status 304, when the caller already has the text. */
  async answerRequest({ headers }: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
    const { body, brotli, etag } = await (this.prepared ??= this.prepareText());
    void reply.headers({ etag, 'cache-control': this.cacheControl, vary: 'accept-encoding' });
    const known = headers['if-none-match']?.split(',').map((one) => one.trim()) ?? [];
    if (reply.statusCode === 200 && known.includes(etag)) {
      void reply.status(304);
      return Buffer.alloc(0);
    }
    void reply.type(this.type);
    if (!acceptsBrotli(headers['accept-encoding'])) return body;
    void reply.header('content-encoding', 'br');
    return brotli;
  }

  private async prepareText(): Promise<{ body: Buffer; brotli: Buffer; etag: string }> {
    const building = this.build();
    let step = building.next();
    while (step.done !== true) {
      await nextTurn();
      step = building.next();
    }
    const body = Buffer.from(step.value);
    // A weak ETag, because the compressed form has the same tag.
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    return { body, brotli: await compress(body), etag };
  }
}
