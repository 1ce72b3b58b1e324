import { x } from '@pax/contracts'; export const y = x;
