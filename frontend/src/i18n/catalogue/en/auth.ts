import type { SameKeys } from '../../area';
import { catalogue as mix } from '../mix/auth';

export const catalogue: SameKeys<typeof mix> = { ...mix };
