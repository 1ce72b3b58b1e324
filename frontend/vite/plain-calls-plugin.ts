import * as contracts from '@pax/contracts';
import type { Plugin } from 'vite';
import { isRecord } from '../src/lib/values/guards';

const IMPORT = /import \{([^}]*)\} from ["']@pax\/contracts["']/g;
const exported: Readonly<Record<string, unknown>> = contracts;

/**
 * Replaces each `loyaltyCalls.loyalty` by what the built page needs of the definition: method and path.
 * @throws Error for a call that is not defined
 */
export function inlineCalls(code: string): string {
  const imported = [...code.matchAll(IMPORT)].flatMap(([, names = '']) => names.match(/\b\w+Calls\b/g) ?? []);
  return imported.reduce((before, area) => {
    const calls = exported[area];
    return before.replaceAll(new RegExp(`\\b${area}\\.(\\w+)`, 'g'), (use, name: string) => {
      const call = isRecord(calls) ? calls[name] : undefined;
      if (!isRecord(call)) throw new Error(`${use} is no defined call.`);
      return `({ method: ${JSON.stringify(call['method'])}, path: ${JSON.stringify(call['path'])} })`;
    });
  }, code);
}

/** Leaves schemas, errors and bounds of the calls out of the built page, which parses no answers (D-95). */
export function plainCallsPlugin(): Plugin {
  return {
    name: 'pax-plain-calls',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: '@pax/contracts' },
      handler: (code) => inlineCalls(code),
    },
  };
}
