import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Settings } from './settings.js';

const SECURITY = '/.well-known/security.txt';
/** Days until Expires; RFC 9116 asks for less than a year. */
const VALID_DAYS = 180;
const DAY_MS = 24 * 60 * 60_000;

/** Paths that search engines leave out: calls, the panel, and pages of one person. */
const PRIVATE = ['/api/', '/admin', '/account', '/pay', '/receipt', '/support-ticket', '/discord-test'];

const sendText = (reply: FastifyReply, lines: readonly string[]): FastifyReply =>
  reply
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-cache')
    .send(lines.map((line) => `${line}\n`).join(''));

/**
 * Serves what programs look for at fixed addresses: security.txt with the ticket form as contact, robots.txt,
 * and the page that changes a password, for password managers.
 */
export function serveWellKnown(fastify: FastifyInstance, { publicUrl }: Pick<Settings, 'publicUrl'>): void {
  fastify.get(SECURITY, (_request, reply) => {
    // Computed per request, since a static file would expire.
    const expires = new Date(Math.ceil(Date.now() / DAY_MS + VALID_DAYS) * DAY_MS);
    return sendText(reply, [
      `Contact: ${publicUrl}/support`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en, de',
      `Canonical: ${publicUrl}${SECURITY}`,
    ]);
  });
  fastify.get('/robots.txt', (_request, reply) =>
    sendText(reply, ['User-agent: *', ...PRIVATE.map((path) => `Disallow: ${path}`), 'Allow: /']),
  );
  fastify.get('/.well-known/change-password', (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect('/account?tab=security', 302),
  );
}
