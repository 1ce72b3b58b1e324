import type { Plugin } from 'vite';

const ENGINE = /styled-system[/\\]system\.js$/;
const EAGER = /const _global = (\[[^\]]*\]);/;
const GIVEN = /^(\s*)_global,$/m;

/**
 * Lets the style engine make its global styles when they are asked for, not when it starts: the build has them in the
 * first stylesheet (shell-plugin.ts), and making them again is half of the engine's start.
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
