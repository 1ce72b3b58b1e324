import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Neighbourhoods {
  doors: Record<string, string[]>;
  tables: Record<string, string[]>;
  exceptions: Record<string, [tables: string[], reason: string]>;
}

const SOURCES = fileURLToPath(new URL('.', import.meta.url));
const { doors, tables, exceptions }: Neighbourhoods = createRequire(import.meta.url)('../neighbourhoods.cjs');
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g;
const TABLE_NAME = /\b(?:FROM|JOIN|UPDATE|INTO)\s+(?:ONLY\s+)?(\w+)/g;
const WRITTEN_TABLE = /\b(?:INSERT INTO|(?<!FOR )UPDATE|DELETE FROM)\s+(?:ONLY\s+)?(\w+)/g;

const filesBelow = (folder: string): string[] =>
  readdirSync(`${SOURCES}${folder}`, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith('.ts') && !file.name.endsWith('spec.ts'))
    .map((file) => relative(SOURCES, `${file.parentPath}/${file.name}`));
const textOf = (file: string): string => readFileSync(`${SOURCES}${file}`, 'utf8').replaceAll(COMMENT, '');

const namesIn = (text: string, statement: RegExp): string[] =>
  [...text.matchAll(statement)].map(([, name = '']) => name);
const migrated = filesBelow('platform/database/migrations').map(textOf);
const existing = new Set(migrated.flatMap((text) => namesIn(text, /CREATE TABLE (\w+)/g)));
const ownerOf = new Map(
  Object.entries(tables).flatMap(([owner, names]) => names.map((name) => [name, owner])),
);
const sources = Object.keys(doors)
  .flatMap(filesBelow)
  .filter((file) => !file.includes('/migrations/'));

/** Tables of other neighbourhoods that a file's SQL names in a statement of that shape. */
function foreignTables(file: string, statement: RegExp): string[] {
  const [owner] = file.split('/');
  const named = namesIn(textOf(file), statement);
  return [...new Set(named)].filter((name) => existing.has(name) && ownerOf.get(name) !== owner).toSorted();
}
const foreignBy = (statement: RegExp): [file: string, tables: string[]][] =>
  sources
    .map((file): [string, string[]] => [file, foreignTables(file, statement)])
    .filter(([, names]) => names.length > 0);

describe('the neighbourhoods', () => {
  it('own each table once', () => {
    const owned = Object.values(tables).flat().toSorted();
    expect(owned).toEqual([...existing].toSorted());
  });

  it('read tables of others only in office, or where a reason is listed', () => {
    const found = foreignBy(TABLE_NAME).filter(([file]) => !file.startsWith('office/'));
    const allowed = Object.entries(exceptions).map(([file, [names]]) => [file, names.toSorted()]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(allowed));
  });

  it('never write tables of others', () => {
    expect(Object.fromEntries(foreignBy(WRITTEN_TABLE))).toEqual({});
  });

  it('have doors that exist', () => {
    const missing = Object.entries(doors)
      .flatMap(([name, files]) => files.map((file) => `${name}/${file}`))
      .filter((file) => !existsSync(`${SOURCES}${file}`));
    expect(missing).toEqual([]);
  });
});
