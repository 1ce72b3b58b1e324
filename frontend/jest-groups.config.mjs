/** All specs of the frontend, several in a file, and those that need one of their own. */
import { FRONTEND, specsOf } from '../packages/local/lib/spec-groups.mjs';
import alone from './jest.config.mjs';

export default {
  ...alone,
  displayName: 'frontend-groups',
  testMatch: [
    `<rootDir>/${FRONTEND.folder}/*${FRONTEND.suffix}`,
    ...specsOf(FRONTEND).alone.map((path) => path.replace(/^frontend/, '<rootDir>')),
  ],
  moduleNameMapper: { '^zustand$': '<rootDir>/src/test/noted-stores.cjs', ...alone.moduleNameMapper },
};
