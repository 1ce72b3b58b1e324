import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Deployable = 'backend' | 'bot';

/**
 * The names of a deployable's settings, as its settings file declares them: one key a line within the schema.
 * @throws Error when none is found there
 */
export function knownSettings(root: string, deployable: Deployable): ReadonlySet<string> {
  const text = readFileSync(join(root, deployable, 'src', 'settings.ts'), 'utf8');
  const names = [...text.matchAll(/^ {2}([A-Z][A-Z\d_]+): /gm)].map(([, name = '']) => name);
  if (names.length === 0) throw new Error(`${deployable}/src/settings.ts declares no settings`);
  return new Set(names);
}
