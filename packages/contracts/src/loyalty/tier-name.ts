import { z } from 'zod';
import { TIERS } from './tiers.js';

/** A tier on the wire. */
export const tierName = z.enum(TIERS);
