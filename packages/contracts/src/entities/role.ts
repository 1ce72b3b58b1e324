import { z } from 'zod';

export const ROLES = ['customer', 'staff', 'admin'] as const;
export const role = z.enum(ROLES);
export type Role = z.infer<typeof role>;
