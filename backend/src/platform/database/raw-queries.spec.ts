import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../../', import.meta.url));
const RAW = /\.query(<|\()/;

describe('raw queries', () => {
  it('are below platform/database only', () => {
    const found = readdirSync(SOURCES, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && file.name.endsWith('.ts') && !file.name.endsWith('spec.ts'))
      .map((file) => relative(SOURCES, `${file.parentPath}/${file.name}`))
      .filter((file) => !file.startsWith('platform/database/'))
      .filter((file) => RAW.test(readFileSync(`${SOURCES}${file}`, 'utf8')));
    expect(found).toEqual([]);
  });
});
