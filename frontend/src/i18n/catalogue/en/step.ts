import type { SameKeys } from '../../area';
import { catalogue as mix } from '../mix/step';

export const catalogue: SameKeys<typeof mix> = { ...mix };
