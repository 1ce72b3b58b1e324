import type { SameKeys } from '../../area';
import { catalogue as mix } from '../mix/ledger';

export const catalogue: SameKeys<typeof mix> = mix;
