import type { SameKeys } from '../../area';
import { catalogue as mix } from '../mix/admin';

export const catalogue: SameKeys<typeof mix> = { ...mix };
