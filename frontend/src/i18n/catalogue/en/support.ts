import type { SameKeys } from '../../area';
import { catalogue as mix } from '../mix/support';

export const catalogue: SameKeys<typeof mix> = { ...mix };
