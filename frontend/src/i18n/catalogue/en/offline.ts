import type { SameKeys } from '../../message-catalogue';
import { catalogue as mix } from '../mix/offline';

export const catalogue: SameKeys<typeof mix> = { ...mix };
