import { z } from 'zod';

/** The shop's Discord channels. */
export const CHANNELS = ['orders', 'history', 'stock', 'error', 'tickets'] as const;
export const channel = z.enum(CHANNELS);
export type Channel = z.infer<typeof channel>;

export const ALERT_KINDS = ['failure', 'security', 'dispute', 'stranded', 'dead-letter'] as const;
/** An alert for the error channel; its text comes from the shop and never from people. */
export const alert = z.object({ kind: z.enum(ALERT_KINDS), title: z.string(), detail: z.string() });
export type Alert = z.infer<typeof alert>;
