import { describe, expect, it } from '@jest/globals';
import { measureHouse } from '../lib/measure-house.mjs';

const lines = (count: number): string => 'const line = 1;\n'.repeat(count);

describe('npm run measure', () => {
  it('counts sources without specs and data, and what a reader has to read', () => {
    const figures = measureHouse([
      {
        path: 'a/reader.ts',
        text: `import { x } from './small.js';\nimport {\n  y,\n} from './large.js';\n`,
      },
      { path: 'a/small.ts', text: `// OWN-1\n${lines(10)}` },
      { path: 'a/large.ts', text: lines(60) },
      { path: 'a/reader.spec.ts', text: `import { y } from './large.js';\n` },
      { path: 'b/migrations/1-first.ts', text: lines(500) },
      { path: 'b/page.md', text: 'Three short words.\n' },
    ]);
    expect(figures).toEqual({
      'source files': 3,
      'lines in them': 75,
      'lines of the longest': 60,
      'lines of imports': 4,
      'small files whose only reader lies beside them': 1,
      'most source files in a folder': 3,
      'ids of requirements': 1,
      'words in pages': 3,
    });
  });
});
