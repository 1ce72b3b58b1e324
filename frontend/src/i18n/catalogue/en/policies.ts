import type { SameKeys } from '../../area';
import { catalogue as mix } from '../mix/policies';

export const catalogue: SameKeys<typeof mix> = { ...mix };
