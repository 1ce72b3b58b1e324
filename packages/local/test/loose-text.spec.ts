import { beforeAll, describe, expect, it } from '@jest/globals';
import { lintLines } from './lint-lines.js';

const loose = [
  ['of two texts one is shown', "<p><b />{a ? b('x') : b('y')}</p>"],
  ['one that may be missing', '<p><b />{a && ` · ${b}`}</p>'],
  ['one of which nobody knows', '<p><b />{a ?? c}</p>'],
  ['one after an element that may appear', '<p>{a && <b />}{children}</p>'],
  ['words after an element that may appear', '<p>{a ? <b /> : null} words</p>'],
  ['one in a fragment, which takes no text with it', "<p>{a && <><b />{b('x')}</>}</p>"],
] as const;
const fixed = [
  ['alone in its element', "<p>{a ? b('x') : b('y')}</p>"],
  ['in an element of its own', "<p><b />{a && <span>{b('x')}</span>}</p>"],
  ['always there, before what may appear', "<p>{b('x')}{a && <b />}</p>"],
  ['beside elements that may appear or repeat', '<p>{a && <b />}{c.map((d) => <i key={d} />)}<b /></p>'],
  ['no text at all', '<p>{a ? <b /> : undefined}{a && null}<b /></p>'],
] as const;

describe('text that comes and goes beside other nodes', () => {
  /** Lines in which the rule finds something; each element stands in one. */
  let found: Set<number>;
  beforeAll(() => {
    const lines = [...loose, ...fixed].map(([, element], place) => `export const Part${place} = ${element};`);
    found = lintLines('pax/loose-text', lines);
  });

  it.each(loose.map(([what], place) => [what, place + 1] as const))('is found: %s', (_what, line) => {
    expect(found.has(line)).toBe(true);
  });

  it.each(fixed.map(([what], place) => [what, loose.length + place + 1] as const))(
    'is well: %s',
    (_what, line) => {
      expect(found.has(line)).toBe(false);
    },
  );
});
