import type { SameKeys } from '../../area';
import { catalogue as mix } from '../mix/referral';

export const catalogue: SameKeys<typeof mix> = { ...mix };
