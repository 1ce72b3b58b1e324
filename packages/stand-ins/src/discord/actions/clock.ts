import { z } from 'zod';
import type { DiscordContext } from '../core/context.js';
import { parseForm } from '../core/form-body.js';
import type { JsonObject } from '../core/state.js';

const hastenForm = z.strictObject({ factor: z.number().min(1).max(1_000_000) });
const refuseForm = z.strictObject({
  seconds: z.number().min(0).max(86_400),
  status: z.union([z.literal(403), z.literal(429), z.int().min(500).max(599)]),
  retryAfter: z.number().min(0).max(3_600).default(5),
});
const openingsForm = z.strictObject({ seconds: z.number().min(0).max(86_400) });

/** Actions that speed up the stand-in's clock, or make it refuse calls for a time by that clock. */
export function clockActions({
  clock,
  refusal,
  openings,
}: DiscordContext): Record<string, (body: unknown) => JsonObject> {
  return {
    hasten: (body) => {
      const { factor } = parseForm(hastenForm, body);
      clock.hasten(factor);
      return { factor };
    },
    refuse: (body) => {
      const { seconds, ...form } = parseForm(refuseForm, body);
      refusal.begin(seconds, form);
      return { seconds, status: form.status };
    },
    'opened-too-fast': (body) => {
      const { seconds } = parseForm(openingsForm, body);
      openings.begin(seconds, { status: 400, retryAfter: 0 });
      return { seconds };
    },
  };
}
