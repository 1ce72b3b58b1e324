import { describe, expect, it } from '@jest/globals';
import { root } from '../lib/root.mjs';
import { readTrackedFiles } from '../lib/find-files.mjs';

const MAX_LINES = 2;
/** Words of a comment; tags of a docstring are not counted. */
const WORDS = /^(?:\/\/|\/\*\*?\s+(?!@)\S|\*(?!\/)\s+(?!@)\S)/;
const OPENING = /^\/\*\*?$/;

/** Finds longer comments, as `path:line`; the text at the head of a file may be longer. */
function longComments(path: string, text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const found: string[] = [];
  let from = 0;
  lines.forEach((line, place) => {
    if (WORDS.test(line)) return;
    const length = lines.slice(from, place).filter((one) => WORDS.test(one)).length;
    const isHead = lines
      .slice(0, from)
      .every((one) => one === '' || one.startsWith('#!') || OPENING.test(one));
    if (length > MAX_LINES && !isHead) found.push(`${path}:${from + 1}`);
    if (!OPENING.test(line)) from = place + 1;
  });
  return found;
}

describe('comments', () => {
  it('are found where they are longer than two lines', () => {
    const text = [
      '#!/usr/bin/env node',
      '/**',
      ' * a',
      ' * b',
      ' * c',
      ' */',
      'x();',
      '// a',
      '// b',
      '// c',
      'y();',
    ];
    expect(longComments('a.ts', text.join('\n'))).toEqual(['a.ts:8']);
    expect(longComments('b.ts', ['x();', '/**', ' * a', ' * b', ' * @returns c', ' */'].join('\n'))).toEqual(
      [],
    );
    expect(longComments('c.ts', ['x();', '/**', ' * a', ' * b', ' * c', ' */'].join('\n'))).toEqual([
      'c.ts:2',
    ]);
  });

  it('have at most two lines, but for the text at the head of a file', () => {
    const code = readTrackedFiles(root).filter(({ path }) => /\.(ts|tsx|mjs|cjs)$/.test(path));
    expect(code.length).toBeGreaterThan(1000);
    expect(code.flatMap(({ path, text }) => longComments(path, text))).toEqual([]);
  });
});
