import type { SameKeys } from '../../area';
import { catalogue as mix } from '../mix/home';

export const catalogue: SameKeys<typeof mix> = { ...mix };
