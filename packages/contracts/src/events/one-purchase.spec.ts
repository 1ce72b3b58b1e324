import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../../../', import.meta.url);
const page = readFileSync(new URL('packages/contracts/docs/one-purchase.md', ROOT), 'utf8');
const hops = [...page.matchAll(/^`([^`]+)`$/gm)].map(([, path = '']) => path);

describe('docs/one-purchase.md (OWN-460)', () => {
  it('names files that exist, each once', () => {
    expect(hops.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
    expect(new Set(hops).size).toBe(hops.length);
  });

  it('is read in at most 55 files and two places of registration', () => {
    expect(hops.length).toBeGreaterThan(40);
    expect(hops.length).toBeLessThanOrEqual(55);
    expect(page.match(/^\d\. `/gm)).toHaveLength(2);
  });
});
