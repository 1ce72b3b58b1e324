import type { SameKeys } from '../../message-catalogue';
import { catalogue as mix } from '../mix/tickets';

export const catalogue: SameKeys<typeof mix> = { ...mix };
