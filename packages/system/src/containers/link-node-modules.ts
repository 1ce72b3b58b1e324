import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const NODE_MODULES = 'node_modules';
/** Matches paths of packages; a workspace has its own copy if versions differ. */
const PACKAGE = /^(?!\.\.).*\bnode_modules\//;

/**
 * Installs as `npm ci` would, but without the registry: npm checks manifests and lock file and lists the packages, and
 * exactly these are linked from an installed checkout.
 * @param shell runs a command in the folder to install in
 * @param args of `npm ci`
 * @throws what npm refuses
 */
export async function linkNodeModules(
  shell: (command: string) => Promise<string>,
  args: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  if (!args.includes('--ignore-scripts')) throw new Error('npm ci runs install scripts');
  await shell(`npm ci --dry-run ${args}`);
  const listed = await shell(`npm ls --all --parseable --package-lock-only ${args}`);
  const paths = listed.split('\n').map((path) => relative(to, path));
  // Packages for other processors and systems are listed, but not installed.
  for (const path of paths.filter((each) => PACKAGE.test(each) && existsSync(join(from, each))))
    linkPackage(join(from, path), join(to, path));
  const bin = join(NODE_MODULES, '.bin');
  mkdirSync(join(to, bin), { recursive: true });
  for (const name of readdirSync(join(from, bin))) {
    const target = readlinkSync(join(from, bin, name));
    if (existsSync(resolve(to, bin, target))) symlinkSync(target, join(to, bin, name));
  }
}

/** Links a package without its nested packages, which are listed separately. */
function linkPackage(from: string, to: string): void {
  const kind = lstatSync(from);
  if (kind.isSymbolicLink()) {
    mkdirSync(dirname(to), { recursive: true });
    symlinkSync(readlinkSync(from), to);
  } else if (kind.isDirectory()) {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from))
      if (name !== NODE_MODULES) linkPackage(join(from, name), join(to, name));
  } else linkFile(from, to);
}

function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // The file is copied when linking fails, since the temporary folder may be on another disk.
    copyFileSync(from, to);
  }
}
