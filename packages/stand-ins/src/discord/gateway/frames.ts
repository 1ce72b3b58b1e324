import { z } from 'zod';

/** The gateway's operation codes. */
export const OP = {
  DISPATCH: 0,
  HEARTBEAT: 1,
  IDENTIFY: 2,
  PRESENCE: 3,
  VOICE: 4,
  RESUME: 6,
  RECONNECT: 7,
  REQUEST_MEMBERS: 8,
  INVALID_SESSION: 9,
  HELLO: 10,
  HEARTBEAT_ACK: 11,
} as const;

/** Codes and reasons with which the gateway closes a connection. */
export const CLOSE = {
  UNKNOWN_ERROR: [4000, 'Unknown error.'],
  UNKNOWN_OPCODE: [4001, 'Unknown opcode.'],
  DECODE_ERROR: [4002, 'Error while decoding payload.'],
  NOT_AUTHENTICATED: [4003, 'Not authenticated.'],
  AUTHENTICATION_FAILED: [4004, 'Authentication failed.'],
  ALREADY_AUTHENTICATED: [4005, 'Already authenticated.'],
  INVALID_SEQ: [4007, 'Invalid `seq`.'],
  RATE_LIMITED: [4008, 'Rate limited.'],
  SESSION_TIMED_OUT: [4009, 'Session timed out.'],
  INVALID_SHARD: [4010, 'Invalid shard.'],
  INVALID_VERSION: [4012, 'Invalid API version.'],
  INVALID_INTENTS: [4013, 'Invalid intent(s).'],
  DISALLOWED_INTENTS: [4014, 'Disallowed intent(s).'],
} as const;

export type CloseReason = readonly [code: number, reason: string];

export const frameSchema = z.object({ op: z.int(), d: z.unknown() });

export const identifySchema = z.object({
  token: z.string(),
  intents: z.int().min(0),
  properties: z.record(z.string(), z.unknown()),
  shard: z.tuple([z.int(), z.int()]).optional(),
  large_threshold: z.int().min(50).max(250).optional(),
});

export const resumeSchema = z.object({ token: z.string(), session_id: z.string(), seq: z.int().nullable() });

export const requestMembersSchema = z.object({
  guild_id: z.string(),
  query: z.string().optional(),
  limit: z.int().min(0).optional(),
  user_ids: z.union([z.string(), z.array(z.string()).max(100)]).optional(),
  nonce: z.string().max(32).optional(),
});

export type RequestMembers = z.output<typeof requestMembersSchema>;
