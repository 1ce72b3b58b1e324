import type { SameKeys } from '../../message-catalogue';
import { catalogue as mix } from '../mix/help';

export const catalogue: SameKeys<typeof mix> = { ...mix };
