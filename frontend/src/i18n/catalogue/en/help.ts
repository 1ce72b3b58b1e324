import type { SameKeys } from '../../message-area';
import { catalogue as mix } from '../mix/help';

export const catalogue: SameKeys<typeof mix> = { ...mix };
