/** Jest configuration that runs several frontend specs in one file for speed; some specs still run alone. */
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
