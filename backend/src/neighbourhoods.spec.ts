import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Neighbourhoods {
  doors: Record<string, string[]>;
  triggerTables: Record<string, string>;
  exceptions: Record<string, [tables: string[], reason: string]>;
}

const SOURCES = fileURLToPath(new URL('.', import.meta.url));
const { doors, triggerTables, exceptions }: Neighbourhoods = createRequire(import.meta.url)(
  '../neighbourhoods.cjs',
);
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g;
const TABLE_NAME = /\b(?:FROM|JOIN|UPDATE|INTO)\s+(?:ONLY\s+)?(\w+)/g;
const WRITTEN_TABLE = /(?:\b(?:INSERT INTO|(?<!FOR )UPDATE|DELETE FROM)\s+(?:ONLY\s+)?|@Entity\(')(\w+)/g;

const filesBelow = (folder: string): string[] =>
  readdirSync(`${SOURCES}${folder}`, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith('.ts') && !file.name.endsWith('spec.ts'))
    .map((file) => relative(SOURCES, `${file.parentPath}/${file.name}`));
const textOf = (file: string): string => readFileSync(`${SOURCES}${file}`, 'utf8').replaceAll(COMMENT, '');

const neighbourhoodOf = (file: string): string => file.split('/')[0] ?? '';
const namesIn = (text: string, statement: RegExp): string[] =>
  [...text.matchAll(statement)].map(([, name = '']) => name);
const migrated = filesBelow('platform/database/migrations').map(textOf);
const existing = new Set(migrated.flatMap((text) => namesIn(text, /CREATE TABLE (\w+)/g)));
const sources = Object.keys(doors)
  .flatMap(filesBelow)
  .filter((file) => !file.includes('/migrations/'));

/** Neighbourhoods by the tables that they write, by SQL or as an entity. */
const writersOf = new Map([...existing].map((table) => [table, new Set<string>()]));
for (const file of sources)
  for (const table of namesIn(textOf(file), WRITTEN_TABLE)) writersOf.get(table)?.add(neighbourhoodOf(file));
for (const [table, owner] of Object.entries(triggerTables)) writersOf.get(table)?.add(owner);

/** Tables of other neighbourhoods that a file's SQL reads. */
const foreignTables = (file: string): string[] =>
  [...new Set(namesIn(textOf(file), TABLE_NAME))]
    .filter((table) => writersOf.get(table)?.has(neighbourhoodOf(file)) === false)
    .toSorted();

describe('the neighbourhoods', () => {
  it('own each table once: one neighbourhood writes it', () => {
    const owners = [...writersOf].map(([table, writers]) => [table, [...writers]]);
    expect(owners.filter(([, writers]) => writers?.length !== 1)).toEqual([]);
    expect(Object.keys(triggerTables).filter((table) => !existing.has(table))).toEqual([]);
  });

  it('read tables of others only in office, or where a reason is listed', () => {
    const found = sources
      .filter((file) => !file.startsWith('office/'))
      .map((file) => [file, foreignTables(file)] as const)
      .filter(([, tables]) => tables.length > 0);
    const allowed = Object.entries(exceptions).map(([file, [names]]) => [file, names.toSorted()]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(allowed));
  });

  it('have doors that exist', () => {
    const missing = Object.entries(doors)
      .flatMap(([name, files]) => files.map((file) => `${name}/${file}`))
      .filter((file) => !existsSync(`${SOURCES}${file}`));
    expect(missing).toEqual([]);
  });
});
