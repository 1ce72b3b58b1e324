import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { root } from '../lib/root.mjs';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const text = read('README.md');
const { workspaces, scripts }: { workspaces: string[]; scripts: Record<string, string> } = JSON.parse(
  read('package.json'),
);

describe('the README', () => {
  it('says first what the shop is, with pictures', () => {
    expect(text).toMatch(/^# Pax Market\n\nA shop for game-server communities: /);
    expect([...text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].length).toBeGreaterThanOrEqual(2);
  });

  it('names the two commands, and others that exist', () => {
    expect(text).toMatch(/## Two commands\n\n {4}npm start [^\n]*\n {4}npm test /);
    const named = [...text.matchAll(/`npm run (\w+)/g)].map(([, script = '']) => script);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });

  it('maps every workspace', () => {
    const map = text.slice(text.indexOf('## Map'), text.indexOf('## Tests'));
    expect(workspaces.filter((workspace) => !map.includes(`(${workspace}/README.md)`))).toEqual([]);
  });

  it('shows settings that exist, and where all are', () => {
    const settings = text.slice(text.indexOf('## Settings'));
    expect(settings).toContain('(.env.example)');
    const known = Object.keys(parseEnv(read('.env.example')));
    const named = [...settings.matchAll(/`([A-Z]+_[A-Z_]+)/g)].map(([, key = '']) => key);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((key) => !known.some((setting) => setting.startsWith(key)))).toEqual([]);
  });

  it('leads to files that are there', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = '']) => path);
    expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
