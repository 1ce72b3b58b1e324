import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(__dirname, '../..');

it('addresses of calls are in the definitions only', () => {
  // Specs and src/test name them on purpose: they state the wire.
  const named = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$|^test\/|-harness\./.test(file))
    .filter((file) => /['"`]\/api\/|['"`]api['"`]/.test(readFileSync(join(SOURCE, file), 'utf8')));
  expect(named).toEqual([]);
});
