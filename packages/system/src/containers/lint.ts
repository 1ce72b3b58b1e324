import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseCompose, variablesIn } from './compose-file.js';
import { knownSettings } from './known-settings.js';
import { lintCompose, lintDevelopment } from './lint-compose.js';
import { lintDockerfile } from './lint-dockerfile.js';
import { parseDockerfile } from './dockerfile.js';

export const DOCKERFILES = ['backend/Dockerfile', 'bot/Dockerfile'] as const;
export const COMPOSE = 'docker-compose.yml';
export const DEVELOPMENT = 'packages/system/containers/development.yml';
const DOCS = 'packages/system/docs/containers.md';

/** Checks every container file of the repository. @returns one line per fault; none when all is well */
export function lintContainers(root: string): string[] {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const { workspaces } = z
    .object({ workspaces: z.array(z.string()) })
    .parse(JSON.parse(read('package.json')));
  const compose = read(COMPOSE);
  const docs = read(DOCS);
  const settings = { backend: knownSettings(root, 'backend'), bot: knownSettings(root, 'bot') };
  return [
    ...DOCKERFILES.flatMap((path) => lintDockerfile(path, read(path), workspaces)),
    ...oneNode(DOCKERFILES.map(read)),
    ...lintCompose(parseCompose(compose), settings).map((fault) => `${COMPOSE}: ${fault}`),
    ...lintDevelopment(parseCompose(read(DEVELOPMENT))).map((fault) => `${DEVELOPMENT}: ${fault}`),
    ...variablesIn(compose)
      .filter((name) => !docs.includes(`\`${name}\``))
      .map((name) => `${DOCS}: does not say what ${name} is`),
  ];
}

/** Two versions of Node would be two things to keep up to date. */
function oneNode(texts: readonly string[]): string[] {
  const images = new Set(
    texts
      .flatMap((text) => parseDockerfile(text).map(({ from }) => from))
      .filter((from) => from.includes(':')),
  );
  return images.size <= 1 ? [] : [`the Dockerfiles stand on different images: ${[...images].join(', ')}`];
}
