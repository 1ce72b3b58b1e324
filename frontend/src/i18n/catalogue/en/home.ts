import type { SameKeys } from '../../message-catalogue';
import { catalogue as mix } from '../mix/home';

export const catalogue: SameKeys<typeof mix> = { ...mix };
