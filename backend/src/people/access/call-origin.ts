import type { FastifyRequest } from 'fastify';

/** The caller's network address and browser. */
export interface CallOrigin {
  address: string;
  userAgent: string | null;
}

export function readCallOrigin({ ip, headers }: FastifyRequest): CallOrigin {
  return { address: ip, userAgent: headers['user-agent'] ?? null };
}
