import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  execForm,
  healthCommand,
  pairsOf,
  parseDockerfile,
  type BuildStage,
  type Instruction,
} from './dockerfile.js';

const run = promisify(execFile);
/** More than the output of a failing npm or bundler. */
const OUTPUT_BYTES = 16 * 1024 * 1024;

/** A stage built in a folder that stands for its file system. */
export interface Built {
  /** The folder that stands for `/`. */
  readonly folder: string;
  readonly workdir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly health: readonly string[];
}

export interface BuildOptions {
  readonly dockerfile: string;
  /** The files a build sees. */
  readonly context: string;
  /** An empty folder for the stages. */
  readonly folder: string;
  /** What commands are given besides the stage's own ENV: PATH, npm's cache and registry. */
  readonly environment: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

/**
 * Runs FROM, WORKDIR, ENV, COPY and RUN of every stage in folders on this machine's Node; other instructions do nothing.
 * @returns the last stage @throws Error with the failed command's output, or naming an unknown instruction
 */
export async function executeBuild(options: BuildOptions): Promise<Built> {
  const stages = new Map<string, Built>();
  let last: Built | undefined;
  for (const stage of parseDockerfile(readFileSync(options.dockerfile, 'utf8'))) {
    const began = Date.now();
    last = await executeStage(stage, stages, options);
    stages.set(stage.name, last);
    options.log(`${stage.name.padEnd(10)} ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  if (last === undefined) throw new Error(`${options.dockerfile} has no stage`);
  return last;
}

async function executeStage(
  stage: BuildStage,
  earlier: ReadonlyMap<string, Built>,
  options: BuildOptions,
): Promise<Built> {
  const base = earlier.get(stage.from);
  const folder = join(options.folder, `stage-${stage.name}`);
  mkdirSync(folder, { recursive: true });
  // A copy, not links: npm rewrites manifests in place, and other stages start from the same ones.
  if (base) await run('cp', ['-a', '--reflink=auto', `${base.folder}/.`, folder]);
  let workdir = base?.workdir ?? '/';
  const environment = { ...base?.environment };
  for (const instruction of stage.instructions) {
    const cwd = join(folder, workdir);
    if (instruction.name === 'WORKDIR') {
      workdir = instruction.rest;
      mkdirSync(join(folder, workdir), { recursive: true });
    } else if (instruction.name === 'ENV')
      Object.assign(environment, Object.fromEntries(pairsOf(instruction)));
    else if (instruction.name === 'COPY')
      await copy(instruction, cwd, sourceFolder(instruction, earlier, options.context));
    else if (instruction.name === 'RUN')
      await runCommand(instruction, cwd, { ...options.environment, ...environment });
    else if (!['USER', 'EXPOSE', 'HEALTHCHECK', 'CMD'].includes(instruction.name))
      throw new Error(`line ${instruction.line}: ${instruction.name} is not known here`);
  }
  const command = stage.instructions.findLast(({ name }) => name === 'CMD');
  return {
    folder,
    workdir,
    environment,
    command: (command && execForm(command.rest)) ?? [],
    health: healthCommand(stage) ?? [],
  };
}

function sourceFolder(
  instruction: Instruction,
  earlier: ReadonlyMap<string, Built>,
  context: string,
): string {
  const name = instruction.flags['from'];
  if (name === undefined) return context;
  const stage = earlier.get(name);
  if (stage === undefined) throw new Error(`line ${instruction.line}: no earlier stage is called ${name}`);
  return stage.folder;
}

/** A folder's content goes into the destination; files go into it, or become it. */
async function copy(instruction: Instruction, cwd: string, from: string): Promise<void> {
  const paths = instruction.rest.split(/\s+/);
  const target = join(cwd, paths.at(-1) ?? '');
  for (const path of paths.slice(0, -1)) {
    const source = join(from, path);
    const isFolder = statSync(source).isDirectory();
    const intoFolder = isFolder || paths.length > 2 || /(^\.|\/)$/.test(paths.at(-1) ?? '');
    mkdirSync(intoFolder ? target : join(target, '..'), { recursive: true });
    await run('cp', ['-a', isFolder ? `${source}/.` : source, target]);
  }
}

async function runCommand(instruction: Instruction, cwd: string, env: Record<string, string>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    execFile(
      'sh',
      ['-c', instruction.rest],
      { cwd, env, maxBuffer: OUTPUT_BYTES },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`line ${instruction.line}: RUN ${instruction.rest}\n${stdout}${stderr}`));
        else resolve();
      },
    );
  });
}
