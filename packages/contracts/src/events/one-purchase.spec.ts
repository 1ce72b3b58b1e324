import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../../../', import.meta.url);
const page = readFileSync(new URL('packages/contracts/docs/one-purchase.md', ROOT), 'utf8');
const hops = [...page.matchAll(/^`([^`]+)`(?: \(defines\))?$/gm)].map(([, path = '']) => path);
const beside = [...page.matchAll(/^- `([^`]+\/)`: (.+)$/gm)].flatMap(([, folder = '', names = '']) =>
  [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => `${folder}${name}.ts`),
);
const named = [...hops, ...beside];

describe('docs/one-purchase.md', () => {
  it('names files that exist, each once', () => {
    expect(named.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  it('has at most 55 hops, 80 files beside them, and two places of registration', () => {
    expect(hops.length).toBeGreaterThan(40);
    expect(hops.length).toBeLessThanOrEqual(55);
    expect(beside.length).toBeLessThanOrEqual(80);
    expect(page.match(/^\d\. `/gm)).toHaveLength(2);
  });
});
