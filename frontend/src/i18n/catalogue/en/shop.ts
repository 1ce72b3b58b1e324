import type { SameKeys } from '../../message-catalogue';
import { catalogue as mix } from '../mix/shop';

export const catalogue: SameKeys<typeof mix> = {
  ...mix,
  nav: { ...mix.nav, logout: 'Sign Out' },
  logout: {
    done: 'Signed out',
    doneText: 'You have been signed out.',
    failed: 'Error',
    failedText: 'Signing out failed',
  },
};
