import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sandboxFolder } from './root-folder.js';

const schema = z.object({
  redis: z.object({ programs: z.array(z.string()), packages: z.array(z.string()) }),
  browser: z.object({
    paths: z.array(z.string()),
    programs: z.array(z.string()),
    packages: z.array(z.string()),
  }),
});

/**
 * What a machine may bring, by name: programs looked for, and the Debian packages that carry them. One file for the
 * build and for the plain scripts in `bin/`, which must know it before anything is built.
 */
export const needs = schema.parse(JSON.parse(readFileSync(join(sandboxFolder, 'needs.json'), 'utf8')));
