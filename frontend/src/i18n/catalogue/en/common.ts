import type { SameKeys } from '../../message-area';
import { catalogue as mix } from '../mix/common';

export const catalogue: SameKeys<typeof mix> = { ...mix };
