import { fileURLToPath } from 'node:url';

/** The project's root folder: sources and build lie equally deep below it. */
export const rootFolder = fileURLToPath(new URL('../../../..', import.meta.url));

/** This workspace's folder. */
export const localFolder = fileURLToPath(new URL('../..', import.meta.url));
