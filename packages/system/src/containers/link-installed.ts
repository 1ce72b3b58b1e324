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
/** Paths of packages; a workspace has its own where versions differ. */
const PACKAGE = /^(?!\.\.).*\bnode_modules\//;

/**
 * Brings what `npm ci` would install, without the registry: npm checks manifests and lock file and names the packages,
 * and exactly these come from an installed checkout.
 * @param shell runs a command in the folder to install in @param args of `npm ci` @throws what npm refuses
 */
export async function linkInstalled(
  shell: (command: string) => Promise<string>,
  args: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  if (!args.includes('--ignore-scripts')) throw new Error('npm ci runs install scripts');
  await shell(`npm ci --dry-run ${args}`);
  const listed = await shell(`npm ls --all --parseable --package-lock-only ${args}`);
  const paths = listed.split('\n').map((path) => relative(to, path));
  // Packages for other processors and systems are listed, and installed nowhere.
  for (const path of paths.filter((each) => PACKAGE.test(each) && existsSync(join(from, each))))
    link(join(from, path), join(to, path));
  const bin = join(NODE_MODULES, '.bin');
  mkdirSync(join(to, bin), { recursive: true });
  for (const name of readdirSync(join(from, bin))) {
    const target = readlinkSync(join(from, bin, name));
    if (existsSync(resolve(to, bin, target))) symlinkSync(target, join(to, bin, name));
  }
}

/** A package without those installed below it, which are listed by themselves. */
function link(from: string, to: string): void {
  const kind = lstatSync(from);
  if (kind.isSymbolicLink()) {
    mkdirSync(dirname(to), { recursive: true });
    symlinkSync(readlinkSync(from), to);
  } else if (kind.isDirectory()) {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) if (name !== NODE_MODULES) link(join(from, name), join(to, name));
  } else linkFile(from, to);
}

function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // The temporary folder may lie on another disk.
    copyFileSync(from, to);
  }
}
