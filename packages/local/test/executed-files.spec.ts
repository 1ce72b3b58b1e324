import { describe, expect, it } from '@jest/globals';
import { specsForChanges } from '../lib/executed-files.mjs';

const recorded = new Map([
  ['backend/src/a/one.spec.ts', ['backend/src/a/one', 'packages/contracts/src/money']],
  ['backend/test/two.int-spec.ts', ['backend/src/a/one', 'backend/src/b/two']],
  ['bot/src/three.spec.ts', ['bot/src/three']],
]);
const specs = [...recorded.keys(), 'backend/src/c/four.spec.ts', 'frontend/src/five.spec.tsx'];
const found = (...changed: string[]) => specsForChanges(changed, recorded, specs);

describe('npm test -- --changed', () => {
  it('takes the specs that executed a changed file', () => {
    expect(found('backend/src/b/two.ts')).toEqual(['backend/test/two.int-spec.ts']);
    expect(found('backend/src/a/one.ts')).toEqual([
      'backend/src/a/one.spec.ts',
      'backend/test/two.int-spec.ts',
    ]);
    expect(found('packages/contracts/src/money.ts', 'bot/src/three.ts')).toEqual([
      'backend/src/a/one.spec.ts',
      'bot/src/three.spec.ts',
    ]);
  });

  it('takes changed specs, and those beside a file that none executed yet', () => {
    expect(found('frontend/src/five.spec.tsx')).toEqual(['frontend/src/five.spec.tsx']);
    expect(found('backend/src/c/new.ts')).toEqual(['backend/src/c/four.spec.ts']);
    expect(found('README.md')).toEqual([]);
  });
});
