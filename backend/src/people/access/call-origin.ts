import type { FastifyRequest } from 'fastify';

/** Where a call comes from. */
export interface CallOrigin {
  address: string;
  userAgent: string | null;
}

export function callOrigin({ ip, headers }: FastifyRequest): CallOrigin {
  return { address: ip, userAgent: headers['user-agent'] ?? null };
}
