import type { SameKeys } from '../../message-catalogue';
import { catalogue as mix } from '../mix/users';

export const catalogue: SameKeys<typeof mix> = { ...mix };
