import { z } from 'zod';

/** The shop's Discord channels. */
export const CHANNELS = ['orders', 'history', 'stock', 'error', 'tickets', 'purchases', 'restocks'] as const;
export const channel = z.enum(CHANNELS);
export type Channel = z.infer<typeof channel>;

/** Channels for shoppers, which get posts only where the operator names them. */
export const OPTIONAL_CHANNELS = ['purchases', 'restocks'] as const satisfies readonly Channel[];
export type OptionalChannel = (typeof OPTIONAL_CHANNELS)[number];
/** Discord's id of each channel that posts can go to. */
export type ChannelIds = Readonly<
  Record<Exclude<Channel, OptionalChannel>, string> & Partial<Record<OptionalChannel, string | undefined>>
>;

export const ALERT_KINDS = ['failure', 'security', 'dispute', 'stranded', 'dead-letter'] as const;
/** An alert for the error channel; its text comes from the shop and never from people. */
export const alert = z.object({ kind: z.enum(ALERT_KINDS), title: z.string(), detail: z.string() });
export type Alert = z.infer<typeof alert>;
