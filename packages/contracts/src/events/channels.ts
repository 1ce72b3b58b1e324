import { z } from 'zod';

/** The shop's Discord channels. */
export const CHANNELS = ['orders', 'history', 'stock', 'error', 'tickets'] as const;
export const channel = z.enum(CHANNELS);
export type Channel = z.infer<typeof channel>;
