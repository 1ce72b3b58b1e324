import type { SameKeys } from '../../area';
import { catalogue as mix } from '../mix/loyalty';

export const catalogue: SameKeys<typeof mix> = { ...mix };
