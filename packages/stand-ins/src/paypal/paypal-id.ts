import { randomBytes } from 'node:crypto';

/** A random id in the service's form: 17 capital letters and digits. */
export const paypalId = (): string => randomBytes(9).toString('hex').slice(0, 17).toUpperCase();
