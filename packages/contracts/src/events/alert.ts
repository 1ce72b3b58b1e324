import { z } from 'zod';

export const ALERT_KINDS = ['failure', 'security', 'dispute', 'stranded', 'dead-letter'] as const;
/** An alert for the error channel, whose text is by the shop, never by people. */
export const alert = z.object({ kind: z.enum(ALERT_KINDS), title: z.string(), detail: z.string() });
export type Alert = z.infer<typeof alert>;
