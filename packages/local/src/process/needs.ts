import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { localFolder } from './root-folder.js';

const schema = z.object({
  redis: z.object({ programs: z.array(z.string()), packages: z.array(z.string()) }),
  browser: z.object({
    paths: z.array(z.string()),
    programs: z.array(z.string()),
    packages: z.array(z.string()),
  }),
});

/**
 * Optional programs of the machine, with their Debian packages. A JSON file, since the plain scripts in `bin/` read it
 * before the build.
 */
export const needs = schema.parse(JSON.parse(readFileSync(join(localFolder, 'needs.json'), 'utf8')));
