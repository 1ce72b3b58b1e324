import { PICTURE_TYPES } from '@pax/contracts';
import type { FastifyInstance } from 'fastify';

/** Reads bodies that are pictures as they are, within the limit of their route. */
export function readUploads(fastify: FastifyInstance): void {
  fastify.addContentTypeParser<Buffer>([...PICTURE_TYPES], { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
}
