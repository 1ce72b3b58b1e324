/** Jest configuration: components run in jsdom as CommonJS; a style or image import yields the file's name. */
export default {
  displayName: 'frontend',
  rootDir: import.meta.dirname ?? new URL('.', import.meta.url).pathname,
  testEnvironment: 'jsdom',
  testMatch: ['<rootDir>/src/**/*.spec.{ts,tsx}', '<rootDir>/vite/**/*.spec.ts'],
  setupFiles: ['<rootDir>/src/test/jsdom-polyfills.mjs'],
  setupFilesAfterEnv: ['<rootDir>/src/test/setup.mjs'],
  moduleNameMapper: {
    '\\.(css|svg|woff2)$': '<rootDir>/src/test/asset-stub.cjs',
    '^@pax/contracts$': '<rootDir>/../packages/contracts/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.(ts|tsx|mjs)$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
};
