import type { FastifyInstance } from 'fastify';
import type { Settings } from './settings.js';

const ADDRESS = '/.well-known/security.txt';
/** Days until Expires; RFC 9116 asks for less than a year. */
const VALID_DAYS = 180;
const DAY_MS = 24 * 60 * 60_000;

/** Serves security.txt, which names the shop's ticket form as contact for reports (OWN-389). */
export function serveSecurityText(
  fastify: FastifyInstance,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): void {
  fastify.get(ADDRESS, (_request, reply) => {
    // Computed per request, since a static file would expire.
    const expires = new Date(Math.ceil(Date.now() / DAY_MS + VALID_DAYS) * DAY_MS);
    const fields = {
      Contact: `${publicUrl}/support`,
      Expires: expires.toISOString(),
      'Preferred-Languages': 'en, de',
      Canonical: `${publicUrl}${ADDRESS}`,
    };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(lines.join(''));
  });
}
