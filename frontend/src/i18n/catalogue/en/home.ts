import type { SameKeys } from '../../message-area';
import { catalogue as mix } from '../mix/home';

export const catalogue: SameKeys<typeof mix> = { ...mix };
