import { z } from 'zod';

/** Points of the stand-ins at which faults can be armed. */
export const FAULT_POINTS = [
  'stripe.api',
  'stripe.webhook',
  'paypal.ipn',
  'paypal.verify',
  'paypal.api',
  'paypal.webhook',
  'discord.rest',
  'discord.gateway',
  'discord.oauth',
  'push.send',
] as const;

const MAX_SLOW_MS = 600_000;

/**
 * A fault. `cut` breaks the connection after acting; `fail` acts only with `afterEffect`; `reorder` lets the next
 * message be sent first; `hold` waits for a release; `duplicate` and `dead-address` concern sent messages.
 */
export const faultSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('fail'),
    status: z.int().min(400).max(599),
    body: z.unknown().optional(),
    /** For `paypal.api`: true when the call takes effect before it fails. */
    afterEffect: z.boolean().optional(),
  }),
  z.strictObject({ kind: z.literal('slow'), ms: z.int().min(0).max(MAX_SLOW_MS) }),
  z.strictObject({ kind: z.literal('cut') }),
  /** Answers with another address, as a push service in the wrong hands would. */
  z.strictObject({ kind: z.literal('redirect'), location: z.url() }),
  z.strictObject({ kind: z.literal('duplicate'), times: z.int().min(2).max(100) }),
  z.strictObject({ kind: z.literal('reorder') }),
  z.strictObject({ kind: z.literal('hold') }),
  /** Sends the message to an address where nothing listens. */
  z.strictObject({ kind: z.literal('dead-address') }),
  z.strictObject({
    kind: z.literal('rate-limit'),
    /** Wait that the refusal names, s. */
    retryAfter: z.number().min(0).max(3600),
    scope: z.string().max(40).default('user'),
  }),
]);

/** Kinds of faults that each fault point supports. */
export const FAULT_KINDS = {
  'stripe.api': ['fail', 'slow', 'cut', 'rate-limit'],
  'stripe.webhook': ['fail', 'slow', 'cut', 'duplicate', 'reorder', 'hold', 'dead-address'],
  'paypal.ipn': ['fail', 'slow', 'cut', 'duplicate', 'reorder', 'hold', 'dead-address'],
  'paypal.verify': ['fail', 'slow', 'cut'],
  'paypal.api': ['fail', 'slow', 'cut'],
  'paypal.webhook': ['fail', 'slow', 'cut', 'duplicate', 'reorder', 'hold', 'dead-address'],
  'discord.rest': ['fail', 'slow', 'cut', 'rate-limit'],
  'discord.gateway': ['fail', 'slow', 'cut', 'duplicate', 'reorder'],
  'discord.oauth': ['fail', 'slow', 'cut', 'rate-limit'],
  'push.send': ['fail', 'slow', 'cut', 'redirect', 'rate-limit'],
} as const satisfies Record<(typeof FAULT_POINTS)[number], readonly Fault['kind'][]>;

/**
 * Request to arm a fault: fault point, routes, kind, and number of times (default 1). `match` is a part of the route's
 * label; a `$` at its end means the end of the label.
 */
export const armRequestSchema = z
  .strictObject({
    faultPoint: z.enum(FAULT_POINTS),
    match: z.string().max(200).optional(),
    fault: faultSchema,
    times: z.int().min(1).max(100_000).optional(),
  })
  .refine(({ faultPoint, fault }) => FAULT_KINDS[faultPoint].some((kind) => kind === fault.kind), {
    error: 'This fault point cannot misbehave in that way.',
    path: ['fault', 'kind'],
  });

export type FaultPoint = (typeof FAULT_POINTS)[number];
export type Fault = z.output<typeof faultSchema>;
export type ArmRequest = z.output<typeof armRequestSchema>;

/** An armed fault. `left` is the number of times it will still be applied. */
export interface ArmedFault {
  readonly id: number;
  readonly faultPoint: FaultPoint;
  readonly match?: string;
  readonly fault: Fault;
  left: number;
}

/**
 * The armed faults of all stand-ins. They are applied in the order in which they were armed, each as often as
 * requested, and only at its own fault point and route.
 */
export class FaultRegistry {
  private armed: ArmedFault[] = [];
  private lastId = 0;

  /** Arms a fault, to be applied once unless `times` is given. */
  arm(request: ArmRequest): ArmedFault {
    this.lastId += 1;
    const { times = 1, ...rest } = request;
    const entry: ArmedFault = { id: this.lastId, ...rest, left: times };
    this.armed.push(entry);
    return entry;
  }

  /**
   * Takes the next fault to apply. `route` is a label such as `POST /v1/refunds` or an event's type; a fault with
   * `match` applies when the label contains it (or ends with it, if `match` ends in `$`).
   */
  takeNext(faultPoint: FaultPoint, route: string): Fault | undefined {
    const entry = this.armed.find((one) => one.faultPoint === faultPoint && isMatch(route, one.match ?? ''));
    if (entry === undefined) return undefined;
    entry.left -= 1;
    if (entry.left <= 0) this.armed = this.armed.filter((one) => one !== entry);
    return entry.fault;
  }

  /** Lists the armed faults in the order of use, optionally of one fault point. */
  list(faultPoint?: FaultPoint): readonly ArmedFault[] {
    return this.armed
      .filter((one) => faultPoint === undefined || one.faultPoint === faultPoint)
      .map((one) => ({ ...one }));
  }

  /** Removes all faults, those of one fault point, or one by its id. */
  clear(which?: FaultPoint | number): void {
    this.armed =
      which === undefined ? [] : this.armed.filter((one) => one.faultPoint !== which && one.id !== which);
  }
}

function isMatch(route: string, match: string): boolean {
  return match.endsWith('$') ? route.endsWith(match.slice(0, -1)) : route.includes(match);
}
