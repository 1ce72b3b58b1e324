import type { SameKeys } from '../../area';
import { catalogue as mix } from '../mix/security';

export const catalogue: SameKeys<typeof mix> = { ...mix };
