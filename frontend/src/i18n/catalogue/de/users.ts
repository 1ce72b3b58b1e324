import type { SameKeys } from '../../message-area';
import { catalogue as mix } from '../mix/users';

export const catalogue: SameKeys<typeof mix> = { ...mix };
