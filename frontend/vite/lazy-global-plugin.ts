import type { Plugin } from 'vite';

const ENGINE = /styled-system[/\\]system\.js$/;
const EAGER = /const _global = (\[[^\]]*\]);/;
const GIVEN = /^(\s*)_global,$/m;

/**
 * Makes Chakra's global styles lazy: the prerendered stylesheet has them, and computing them takes half of
 * the engine's start.
 */
export function lazyGlobalPlugin(): Plugin {
  return {
    name: 'pax-lazy-global',
    apply: 'build',
    transform(code, id) {
      if (!ENGINE.test(id)) return undefined;
      const made = EAGER.exec(code)?.[1];
      if (made === undefined || !GIVEN.test(code))
        throw new Error('The style engine has changed: see lazy-global-plugin.ts.');
      return code.replace(EAGER, '').replace(GIVEN, `$1get _global() { return ${made}; },`);
    },
  };
}
