import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ShopError } from '../../platform/problem.js';
import { hashOf, Pictures } from './pictures.js';

/** Were a browser to take one for a page, it could do nothing. */
const POLICY = "default-src 'none'; sandbox";
const YEAR_S = 31_536_000;
/** Caching of pictures; those of tickets are asked for again each time, so that a right that ended ends there, too. */
const CACHING = { public: `public, max-age=${YEAR_S}, immutable`, private: 'private, no-cache' };

/** Answers a picture; whoever calls it knows that the asker may see it. */
@Injectable()
export class SendPicture {
  constructor(private readonly pictures: Pictures) {}

  /** @param asked the `if-none-match` of the request @throws ShopError NOT_FOUND */
  async send(
    reply: FastifyReply,
    file: string,
    { asked, to }: { asked: string | undefined; to: keyof typeof CACHING },
  ): Promise<Buffer | undefined> {
    const hash = hashOf(file);
    const etag = `"${hash}"`;
    const headers = { etag, 'cache-control': CACHING[to], 'content-security-policy': POLICY };
    if (asked?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)) {
      void reply.headers(headers).status(304);
      return undefined;
    }
    const bytes = await this.pictures.bytesOf(hash);
    if (!bytes) throw new ShopError('NOT_FOUND', 'There is no such picture.');
    void reply.headers(headers).type('image/webp');
    return bytes;
  }
}
