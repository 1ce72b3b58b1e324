import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import {
  parseExecForm,
  parseHealthCommand,
  parsePairs,
  parseDockerfile,
  type BuildStage,
  type Instruction,
} from './dockerfile.js';
import { linkNodeModules } from './link-node-modules.js';

const run = promisify(execFile);
/** Largest output of a command, bytes; more than a failing npm or bundler prints. */
const OUTPUT_BYTES = 16 * 1024 * 1024;
/** Number of characters shown from the end of a failed command's output. */
const SHOWN_CHARACTERS = 1_500;

const commandOutput = z.looseObject({ stdout: z.string().default(''), stderr: z.string().default('') });

/** A build stage that was built in a folder, which plays the role of its file system. */
export interface BuiltStage {
  /** Folder that stands for `/`. */
  readonly folder: string;
  readonly workdir: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Value of USER, or `root` if the stage names none. */
  readonly user: string;
  readonly command: readonly string[];
  readonly health: readonly string[];
}

export interface BuildOptions {
  /** Checkout whose installed packages are used instead of running `npm ci`. */
  readonly root: string;
  /** Folder of the build context. */
  readonly context: string;
  /** Empty folder in which the stages are built. */
  readonly folder: string;
  /** Environment of commands, in addition to the ENV of the stage. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Builds Dockerfiles without a container engine: executes FROM, WORKDIR, ENV, USER, COPY and RUN in folders, with this
 * machine's Node. Stages that two files share are built once.
 */
export class ImageBuilder {
  private readonly stages = new Map<string, BuiltStage>();

  constructor(private readonly options: BuildOptions) {}

  /**
   * Builds a Dockerfile.
   * @returns the last stage
   * @throws Error with a failed command's output, or for an unknown instruction
   */
  async build(dockerfile: string): Promise<BuiltStage> {
    const named = new Map<string, { stage: BuiltStage; key: string }>();
    let last: BuiltStage | undefined;
    for (const stage of parseDockerfile(readFileSync(join(this.options.root, dockerfile), 'utf8'))) {
      const base = named.get(stage.from);
      const earlier = new Map([...named].map(([name, entry]) => [name, entry.stage]));
      const lines = stage.instructions.map(({ name, flags, rest }) => [name, flags, rest]);
      const key = JSON.stringify([base?.key ?? stage.from, lines]);
      // A stage that copies from other stages is not shared between files.
      const copiesFromStage = stage.instructions.some(({ flags }) => flags['from'] !== undefined);
      last =
        (copiesFromStage ? undefined : this.stages.get(key)) ??
        (await this.execute(stage, base?.stage, earlier));
      this.stages.set(key, last);
      named.set(stage.name, { stage: last, key });
    }
    if (last === undefined) throw new Error(`${dockerfile} has no stage`);
    return last;
  }

  private async execute(
    stage: BuildStage,
    base: BuiltStage | undefined,
    earlier: ReadonlyMap<string, BuiltStage>,
  ): Promise<BuiltStage> {
    const folder = join(this.options.folder, `${this.stages.size}-${stage.name}`);
    mkdirSync(folder, { recursive: true });
    if (base) await run('cp', ['-al', `${base.folder}/.`, folder]);
    let { workdir, user } = base ?? { workdir: '/', user: 'root' };
    const environment = { ...base?.environment };
    for (const instruction of stage.instructions) {
      const cwd = join(folder, workdir);
      if (instruction.name === 'WORKDIR') {
        workdir = instruction.rest;
        mkdirSync(join(folder, workdir), { recursive: true });
      } else if (instruction.name === 'USER') user = instruction.rest;
      else if (instruction.name === 'ENV')
        Object.assign(environment, Object.fromEntries(parsePairs(instruction)));
      else if (instruction.name === 'COPY')
        await copyFiles(instruction, cwd, findSourceFolder(instruction, earlier, this.options.context));
      else if (instruction.name === 'RUN') await this.executeRunInstruction(instruction, cwd, environment);
      else if (!['EXPOSE', 'HEALTHCHECK', 'CMD'].includes(instruction.name))
        throw new Error(`line ${instruction.line}: ${instruction.name} is not known here`);
    }
    const command = stage.instructions.findLast(({ name }) => name === 'CMD');
    return {
      folder,
      workdir,
      environment,
      user,
      command: (command && parseExecForm(command.rest)) ?? [],
      health: parseHealthCommand(stage) ?? [],
    };
  }

  private async executeRunInstruction(
    { line, rest }: Instruction,
    cwd: string,
    environment: Record<string, string>,
  ): Promise<void> {
    const env = { ...this.options.environment, ...environment };
    const runInShell = async (command: string): Promise<string> =>
      (await run('sh', ['-c', command], { cwd, env, maxBuffer: OUTPUT_BYTES })).stdout;
    try {
      const wanted = /^npm ci (.*)$/.exec(rest)?.[1];
      if (wanted === undefined) await runInShell(rest);
      else await linkNodeModules(runInShell, wanted, { from: this.options.root, to: cwd });
    } catch (error) {
      const { stdout, stderr } = commandOutput.parse(error);
      const ending = `${stdout}${stderr}`.slice(-SHOWN_CHARACTERS);
      throw new Error(`line ${line}: RUN ${rest}\n${ending}`, { cause: error });
    }
  }
}

function findSourceFolder(
  instruction: Instruction,
  earlier: ReadonlyMap<string, BuiltStage>,
  context: string,
): string {
  const name = instruction.flags['from'];
  if (name === undefined) return context;
  const stage = earlier.get(name);
  if (stage === undefined) throw new Error(`line ${instruction.line}: no earlier stage is called ${name}`);
  return stage.folder;
}

/** Copies the content of a folder into the destination, and a file into it or under its name. */
async function copyFiles(instruction: Instruction, cwd: string, from: string): Promise<void> {
  const paths = instruction.rest.split(/\s+/);
  const target = join(cwd, paths.at(-1) ?? '');
  for (const path of paths.slice(0, -1)) {
    const source = join(from, path);
    const isFolder = statSync(source).isDirectory();
    const intoFolder = isFolder || paths.length > 2 || /(^\.|\/)$/.test(paths.at(-1) ?? '');
    mkdirSync(intoFolder ? target : join(target, '..'), { recursive: true });
    // Existing files are removed before copying, since stages share inodes, and a change would also appear in the base
    // stage.
    await run('cp', ['-a', '--remove-destination', isFolder ? `${source}/.` : source, target]);
  }
}
