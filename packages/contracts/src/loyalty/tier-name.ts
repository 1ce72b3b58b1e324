import { z } from 'zod';
import { TIERS } from './tiers.js';

/** A membership tier, as calls name it. */
export const tierName = z.enum(TIERS);
