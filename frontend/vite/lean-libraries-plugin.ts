import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
/**
 * React Router is resolved to its production build, because its package exports lead to the larger development build.
 */
const requireFromRouterDom = createRequire(require.resolve('react-router-dom/package.json'));
const ROUTER = join(dirname(requireFromRouterDom.resolve('react-router/package.json')), 'dist/production');
const BUILDS: Readonly<Record<string, string>> = {
  'react-router': join(ROUTER, 'index.mjs'),
  'react-router/dom': join(ROUTER, 'dom-export.mjs'),
};
/**
 * Small replacements for library modules that the shop never runs but the bundler keeps: for Emotion's `withTheme`,
 * Chakra's preflight, React before 18, and names of attributes, which types check already.
 */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '@emotion/is-prop-valid': "export default (name) => !['as', 'asChild', 'theme'].includes(name);",
  'hoist-non-react-statics': 'export default (target) => target;',
  './preflight.js': 'export const createPreflight = () => ({});',
  'use-sync-external-store/shim': "export { useSyncExternalStore } from 'react';",
};

/** Marks component definitions as free of side effects, because bundlers otherwise keep unused components. */
const markWithoutSideEffects = (code: string): string =>
  code
    .replaceAll(/^\w+\.displayName = .+;$/gm, '')
    .replaceAll(/ = (?=React\d*\.(?:forwardRef|memo|createContext)\()/g, ' = /* @__PURE__ */ ');

/** Build plugin that drops library code which the shop never runs. */
export function leanLibrariesPlugin(): Plugin {
  return {
    name: 'lean-libraries',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source in REPLACEMENTS ? `\0${source}` : BUILDS[source]),
    load: (id) => REPLACEMENTS[id.replace(/^\0/, '')],
    transform: (code, id) =>
      id.startsWith(ROUTER) ? { code: markWithoutSideEffects(code), map: null } : undefined,
  };
}
