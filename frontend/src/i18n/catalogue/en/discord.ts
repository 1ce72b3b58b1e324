import type { SameKeys } from '../../area';
import { catalogue as mix } from '../mix/discord';

export const catalogue: SameKeys<typeof mix> = { ...mix };
