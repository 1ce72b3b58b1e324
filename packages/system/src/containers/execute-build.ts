import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import {
  execForm,
  healthCommand,
  pairsOf,
  parseDockerfile,
  type BuildStage,
  type Instruction,
} from './dockerfile.js';
import { linkInstalled } from './link-installed.js';

const run = promisify(execFile);
/** More than the output of a failing npm or bundler. */
const OUTPUT_BYTES = 16 * 1024 * 1024;
/** Characters of a failed command's output, whose reason comes last. */
const SHOWN = 1_500;

const outputOf = z.looseObject({ stdout: z.string().default(''), stderr: z.string().default('') });

/** A stage built in a folder that stands for its file system. */
export interface Built {
  /** The folder that stands for `/`. */
  readonly folder: string;
  readonly workdir: string;
  readonly environment: Readonly<Record<string, string>>;
  /** USER, `root` where the stage names none. */
  readonly user: string;
  readonly command: readonly string[];
  readonly health: readonly string[];
}

export interface BuildOptions {
  /** The checkout whose installed packages stand for those that `npm ci` would bring. */
  readonly root: string;
  /** The files a build sees. */
  readonly context: string;
  /** An empty folder for the stages. */
  readonly folder: string;
  /** Environment of commands besides the stage's own ENV. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Carries out Dockerfiles without a container engine: FROM, WORKDIR, ENV, USER, COPY and RUN of every stage in folders
 * on this machine's Node. Stages that two files have in common are built once.
 */
export class ImageBuilder {
  private readonly stages = new Map<string, Built>();

  constructor(private readonly options: BuildOptions) {}

  /** @returns the last stage @throws Error with the failed command's output, or naming an unknown instruction */
  async build(dockerfile: string): Promise<Built> {
    const named = new Map<string, { stage: Built; key: string }>();
    let last: Built | undefined;
    for (const stage of parseDockerfile(readFileSync(join(this.options.root, dockerfile), 'utf8'))) {
      const base = named.get(stage.from);
      const earlier = new Map([...named].map(([name, entry]) => [name, entry.stage]));
      const lines = stage.instructions.map(({ name, flags, rest }) => [name, flags, rest]);
      const key = JSON.stringify([base?.key ?? stage.from, lines]);
      // A stage that copies from others is only known by its own file.
      const isOwn = stage.instructions.some(({ flags }) => flags['from'] !== undefined);
      last = (isOwn ? undefined : this.stages.get(key)) ?? (await this.execute(stage, base?.stage, earlier));
      this.stages.set(key, last);
      named.set(stage.name, { stage: last, key });
    }
    if (last === undefined) throw new Error(`${dockerfile} has no stage`);
    return last;
  }

  private async execute(
    stage: BuildStage,
    base: Built | undefined,
    earlier: ReadonlyMap<string, Built>,
  ): Promise<Built> {
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
        Object.assign(environment, Object.fromEntries(pairsOf(instruction)));
      else if (instruction.name === 'COPY')
        await copy(instruction, cwd, sourceFolder(instruction, earlier, this.options.context));
      else if (instruction.name === 'RUN') await this.run(instruction, cwd, environment);
      else if (!['EXPOSE', 'HEALTHCHECK', 'CMD'].includes(instruction.name))
        throw new Error(`line ${instruction.line}: ${instruction.name} is not known here`);
    }
    const command = stage.instructions.findLast(({ name }) => name === 'CMD');
    return {
      folder,
      workdir,
      environment,
      user,
      command: (command && execForm(command.rest)) ?? [],
      health: healthCommand(stage) ?? [],
    };
  }

  private async run(
    { line, rest }: Instruction,
    cwd: string,
    environment: Record<string, string>,
  ): Promise<void> {
    const env = { ...this.options.environment, ...environment };
    const shell = async (command: string): Promise<string> =>
      (await run('sh', ['-c', command], { cwd, env, maxBuffer: OUTPUT_BYTES })).stdout;
    try {
      const wanted = /^npm ci (.*)$/.exec(rest)?.[1];
      if (wanted === undefined) await shell(rest);
      else await linkInstalled(shell, wanted, { from: this.options.root, to: cwd });
    } catch (error) {
      const { stdout, stderr } = outputOf.parse(error);
      const ending = `${stdout}${stderr}`.slice(-SHOWN);
      throw new Error(`line ${line}: RUN ${rest}\n${ending}`, { cause: error });
    }
  }
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
    // Stages share their files' inodes, so that a file written in place would change in the stage below, too.
    await run('cp', ['-a', '--remove-destination', isFolder ? `${source}/.` : source, target]);
  }
}
