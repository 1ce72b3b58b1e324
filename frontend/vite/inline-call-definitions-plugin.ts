import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { isRecord } from '../src/lib/values/is-record';

const IMPORT = /import \{([^}]*)\} from ["']@pax\/contracts["'];?/g;
const NAMESPACE = /import \* as \w+ from ["']@pax\/contracts["']/;

/** Call definitions by area and name, as in `areas.authCalls.logout`. */
export type CallAreas = Readonly<Record<string, unknown>>;

/**
 * Replaces each use of a call definition such as `loyaltyCalls.loyalty` by its method and path, which are all that the
 * built page needs.
 *
 * @throws Error for an undefined call, and for a use that cannot be replaced
 */
export function inlineCallDefinitions(code: string, areas: CallAreas): string {
  if (NAMESPACE.test(code)) throw new Error('Import calls of the contracts by their name.');
  const imported = [...code.matchAll(IMPORT)].flatMap(([, names = '']) => names.match(/\b\w+Calls\b/g) ?? []);
  const inlined = imported.reduce((before, area) => {
    const calls = areas[area];
    return before.replaceAll(new RegExp(`\\b${area}\\.(\\w+)`, 'g'), (use, name: string) => {
      const call = isRecord(calls) ? calls[name] : undefined;
      if (!isRecord(call)) throw new Error(`${use} is no defined call.`);
      return `({ method: ${JSON.stringify(call['method'])}, path: ${JSON.stringify(call['path'])} })`;
    });
  }, code);
  const rest = inlined.replaceAll(IMPORT, '');
  for (const [, names = ''] of code.matchAll(IMPORT)) {
    const renamed = /\b\w+Calls as \w+/.exec(names)?.[0];
    const left = imported.find((area) => new RegExp(`\\b${area}\\b`).test(rest));
    const kept = renamed ?? left;
    if (kept !== undefined)
      throw new Error(`${kept}: a call is used as area.name only, or its schemas are built in.`);
  }
  return inlined;
}

/** Script that prints the call definitions of the contracts and the files in which they are. */
const READ_SCRIPT = `
import * as contracts from '@pax/contracts';
const areas = Object.entries(contracts).filter(([name]) => name.endsWith('Calls'));
const entry = import.meta.resolve('@pax/contracts');
process.stdout.write(JSON.stringify({ entry, areas: Object.fromEntries(areas) }, (_key, value) =>
  value?.method && value.path ? { method: value.method, path: value.path } : value));
`;

/** Reads the built contracts in a separate process, because the running one never reloads an imported module. */
export function readCallDefinitions(root: string): {
  readonly areas: CallAreas;
  readonly files: readonly string[];
} {
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', READ_SCRIPT], {
    cwd: root,
    encoding: 'utf8',
  });
  const { entry, areas }: { entry: string; areas: CallAreas } = JSON.parse(printed);
  const folder = join(dirname(fileURLToPath(entry)), 'calls');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return { areas, files: files.filter((file) => file.endsWith('.js')).map((file) => join(folder, file)) };
}

/**
 * Build plugin that drops schemas, errors and bounds of calls from the page, because the built page parses no answers.
 */
export function inlineCallDefinitionsPlugin(): Plugin {
  let root = '';
  let read: ReturnType<typeof readCallDefinitions> = { areas: {}, files: [] };
  return {
    name: 'pax-inline-call-definitions',
    apply: 'build',
    configResolved(config) {
      ({ root } = config);
    },
    buildStart() {
      read = readCallDefinitions(root);
      for (const file of read.files) this.addWatchFile(file);
    },
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: '@pax/contracts' },
      handler(code) {
        // In watch mode, a changed call definition rebuilds every file that uses calls.
        for (const file of read.files) this.addWatchFile(file);
        return inlineCallDefinitions(code, read.areas);
      },
    },
  };
}
