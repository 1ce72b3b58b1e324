import type { SameKeys } from '../../message-catalogue';
import { catalogue as mix } from '../mix/notices';

export const catalogue: SameKeys<typeof mix> = { ...mix };
