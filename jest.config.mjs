/**
 * One Jest configuration for the repository: a project per workspace, sources compiled by SWC, packages taken from
 * their build.
 */
import {
  BACKEND,
  BACKEND_UNIT,
  BOT,
  BOT_UNIT,
  CONTRACTS,
  FRONTEND,
  specsOf,
  SYSTEM,
} from './packages/local/lib/spec-groups.mjs';
import { librariesFolder, listTestLibraries } from './packages/local/lib/build/test-libraries.mjs';

const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname;

const swc = (decorators) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators },
      transform: decorators
        ? { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false }
        : {},
      keepClassNames: true,
    },
    module: { type: 'es6' },
  },
];

/** The libraries in a few files each, since Jest loads every module anew for every spec. */
const libraries = {
  [`^(${[...listTestLibraries().keys()].join('|')})$`]: `${librariesFolder}/$1.mjs`,
};

const node = (displayName, root, decorators = false) => ({
  displayName,
  rootDir: `${here}/${root}`,
  testEnvironment: `${here}/packages/local/jest/plain-global-environment.mjs`,
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1', ...libraries },
  transform: { '^.+\\.ts$': swc(decorators) },
});

/** The frontend: components run in jsdom as CommonJS; a style or image import yields the file's name. */
const page = (displayName, mappedModules = {}) => ({
  displayName,
  rootDir: `${here}/frontend`,
  testEnvironment: 'jsdom',
  setupFiles: [`${here}/frontend/src/test/jsdom-polyfills.mjs`],
  setupFilesAfterEnv: [`${here}/frontend/src/test/spec-timeouts.mjs`],
  moduleNameMapper: {
    ...mappedModules,
    '\\.(css|svg|woff2)$': `${here}/frontend/src/test/asset-stub.cjs`,
    '^@pax/contracts$': `${here}/packages/contracts/src/index.ts`,
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
});

const unit = { testMatch: ['<rootDir>/**/*.spec.ts'], testPathIgnorePatterns: ['/node_modules/', '/dist/'] };
const integration = {
  testMatch: ['<rootDir>/**/*.int-spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
};

/** All of a workspace's, several in a file, and those that need one of their own. */
const groupFiles = (grouping) => [
  `<rootDir>/${grouping.folder}/*${grouping.suffix}`,
  ...specsOf(grouping).alone.map((path) => `<rootDir>${path.slice(grouping.workspace.length)}`),
];
const groups = (grouping) => ({
  testMatch: groupFiles(grouping),
  setupFilesAfterEnv: [`${here}/packages/local/jest/longest-timeout.mjs`],
});

/** Specs that take long or measure delays and memory: `npm run faults` plays them, `npm test` only when asked. */
const long = {
  testMatch: ['<rootDir>/**/*.long-spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
};

/** Real databases, processes and browsers on a busy machine take their time; a hang still ends. */
const TIMEOUT_MS = 30_000;

export default {
  testTimeout: TIMEOUT_MS,
  projects: [
    { ...node('contracts', 'packages/contracts'), ...unit },
    { ...node('contracts-groups', 'packages/contracts'), ...groups(CONTRACTS) },
    { ...node('stand-ins', 'packages/stand-ins'), ...unit },
    { ...node('stand-ins-int', 'packages/stand-ins'), ...integration },
    { ...node('local', 'packages/local'), ...unit },
    { ...node('local-int', 'packages/local'), ...integration },
    { ...node('local-long', 'packages/local'), ...long },
    { ...node('backend', 'backend', true), ...unit },
    { ...node('backend-groups', 'backend', true), ...groups(BACKEND_UNIT) },
    { ...node('backend-int', 'backend', true), ...integration },
    { ...node('backend-int-groups', 'backend', true), ...groups(BACKEND) },
    { ...node('bot', 'bot'), ...unit },
    { ...node('bot-groups', 'bot'), ...groups(BOT_UNIT) },
    { ...node('bot-int', 'bot'), ...integration },
    { ...node('bot-int-groups', 'bot'), ...groups(BOT) },
    { ...node('bot-long', 'bot'), ...long },
    { ...node('system', 'packages/system'), ...integration },
    { ...node('system-groups', 'packages/system'), ...groups(SYSTEM) },
    { ...node('backend-long', 'backend', true), ...long },
    { ...node('system-long', 'packages/system'), ...long },
    {
      ...page('frontend'),
      testMatch: ['<rootDir>/src/**/*.spec.{ts,tsx}', '<rootDir>/vite/**/*.spec.ts'],
    },
    {
      ...page('frontend-groups', { '^zustand$': `${here}/frontend/src/test/noted-stores.cjs` }),
      testMatch: groupFiles(FRONTEND),
    },
  ],
};
