import { execForm, healthCommand, pairsOf, parseDockerfile, type BuildStage } from './dockerfile.js';

const SECRET = /PASSWORD|SECRET|TOKEN|_KEY/;

/** Whether an image's tag names at least a major and a minor version. */
export const isPinned = (image: string): boolean =>
  /:v?\d+\.\d+(\.\d+)?([.-][\w.-]+)?(@sha256:[\da-f]{64})?$/.test(image);

/**
 * Finds unpinned images, secrets, unlocked dependencies, and a last stage as root, without health check or signals.
 * @param workspaces the workspaces of package.json, whose manifests npm needs
 */
export function lintDockerfile(path: string, text: string, workspaces: readonly string[]): string[] {
  const stages = parseDockerfile(text);
  const last = stages.at(-1);
  if (last === undefined) return [`${path}: no stage`];
  const faults = [
    ...stages.flatMap((stage, index) => lintStage(stage, stages.slice(0, index))),
    ...lintManifests(stages, workspaces),
    ...lintLast(last),
  ];
  return faults.map((fault) => `${path}: ${fault}`);
}

function lintStage(stage: BuildStage, earlier: readonly BuildStage[]): string[] {
  const known = new Set(earlier.map(({ name }) => name));
  const faults: string[] = [];
  if (!known.has(stage.from) && !isPinned(stage.from)) faults.push(`image ${stage.from} is not pinned`);
  for (const instruction of stage.instructions) {
    const { name, rest, flags, line } = instruction;
    if (name === 'ADD') faults.push(`line ${line}: COPY, not ADD`);
    if (name === 'COPY' && /^\.\/?\s/.test(rest) && !flags['from'])
      faults.push(`line ${line}: copies everything; name what is needed`);
    if (flags['from'] !== undefined && !known.has(flags['from']))
      faults.push(`line ${line}: no earlier stage is called ${flags['from']}`);
    if (name === 'RUN' && /\bnpm (i|install)\b/.test(rest))
      faults.push(`line ${line}: npm ci, not npm install`);
    if (name === 'RUN' && /\bnpm ci\b/.test(rest) && !rest.includes('--ignore-scripts'))
      faults.push(`line ${line}: npm ci without --ignore-scripts`);
    if (name === 'ENV' || name === 'ARG') {
      const secrets = pairsOf(instruction).filter(([key]) => SECRET.test(key));
      faults.push(...secrets.map(([key]) => `line ${line}: ${key} does not belong into an image`));
    }
  }
  return faults;
}

function lintManifests(stages: readonly BuildStage[], workspaces: readonly string[]): string[] {
  const copied = new Set(
    stages.flatMap(({ instructions }) =>
      instructions.filter(({ name }) => name === 'COPY').flatMap(({ rest }) => rest.split(/\s+/)),
    ),
  );
  return [...workspaces.map((workspace) => `${workspace}/package.json`), 'package.json', 'package-lock.json']
    .filter((manifest) => !copied.has(manifest))
    .map((manifest) => `${manifest} is not copied before npm runs`);
}

function lintLast({ instructions, from }: BuildStage): string[] {
  const faults: string[] = [];
  const user = instructions.findLast(({ name }) => name === 'USER')?.rest;
  if (user === undefined || /^(root|0)(:|$)/.test(user)) faults.push('the last stage runs as root');
  if (!isPinned(from)) faults.push('the last stage carries the tools of another stage');
  if (
    !instructions.some(
      (instruction) =>
        instruction.name === 'ENV' &&
        pairsOf(instruction).some(([key, value]) => key === 'NODE_ENV' && value === 'production'),
    )
  )
    faults.push('the last stage does not set NODE_ENV=production');
  if (healthCommand({ name: '', from, instructions }) === undefined)
    faults.push('no HEALTHCHECK in exec form');
  const command = instructions.findLast(({ name }) => name === 'CMD');
  if (command === undefined || execForm(command.rest) === undefined)
    faults.push('no CMD in exec form; a shell in between would keep signals to itself');
  if (instructions.some(({ name }) => name === 'RUN')) faults.push('the last stage runs commands');
  return faults;
}
