import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Boundaries {
  entries: Record<string, string[]>;
  tables: Record<string, string[]>;
  exceptions: Record<string, [tables: string[], reason: string]>;
}

const SOURCES = fileURLToPath(new URL('.', import.meta.url));
const { entries, tables, exceptions }: Boundaries = createRequire(import.meta.url)(
  '../module-boundaries.cjs',
);
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g;
const TABLE_NAME = /\b(?:FROM|JOIN|UPDATE|INTO)\s+(?:ONLY\s+)?(\w+)/g;

const filesBelow = (folder: string): string[] =>
  readdirSync(`${SOURCES}${folder}`, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith('.ts') && !file.name.endsWith('spec.ts'))
    .map((file) => relative(SOURCES, `${file.parentPath}/${file.name}`));
const textOf = (file: string): string => readFileSync(`${SOURCES}${file}`, 'utf8').replaceAll(COMMENT, '');

const namesIn = (text: string, statement: RegExp): string[] =>
  [...text.matchAll(statement)].map(([, name = '']) => name);
/** What the migrations do, without what takes it back. */
const migrated = filesBelow('infra/database/migrations').map(
  (file) => textOf(file).split('async down(')[0] ?? '',
);
const dropped = migrated.flatMap((text) => namesIn(text, /DROP TABLE (\w+)/g));
const existing = new Set(
  migrated.flatMap((text) => namesIn(text, /CREATE TABLE (\w+)/g)).filter((name) => !dropped.includes(name)),
);
const ownerOf = new Map(
  Object.entries(tables).flatMap(([owner, names]) => names.map((name) => [name, owner])),
);

/** Tables of other owners that a file's SQL names. */
function foreignTables(file: string): string[] {
  const owner = file.split('/').slice(0, 2).join('/');
  const named = [...textOf(file).matchAll(TABLE_NAME)].map(([, name = '']) => name);
  return [...new Set(named)].filter((name) => existing.has(name) && ownerOf.get(name) !== owner).toSorted();
}

describe('module boundaries', () => {
  it('give each table one owner', () => {
    const owned = Object.values(tables).flat().toSorted();
    expect(owned).toEqual([...existing].toSorted());
  });

  it('let SQL name only tables of its owner, or those of a listed exception', () => {
    const found = ['modules', 'infra']
      .flatMap((folder) => filesBelow(folder))
      .filter((file) => !file.includes('/migrations/'))
      .map((file) => [file, foreignTables(file)] as const)
      .filter(([, names]) => names.length > 0);
    const allowed = Object.entries(exceptions).map(([file, [names]]) => [file, names.toSorted()]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(allowed));
  });

  it('list files that exist, for each module', () => {
    expect(Object.keys(entries).toSorted()).toEqual(readdirSync(`${SOURCES}modules`).toSorted());
    const missing = Object.entries(entries)
      .flatMap(([module, files]) => files.map((file) => `modules/${module}/${file}`))
      .filter((file) => !existsSync(`${SOURCES}${file}`));
    expect(missing).toEqual([]);
  });
});
