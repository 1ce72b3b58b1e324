import { describe, expect, it } from '@jest/globals';
import { showInRow } from './show-in-row';

/** A row of 200 px that shows its content from `scrolled` on. */
const rowWith = (scrolled: number, left: number, width: number) => {
  const row = document.createElement('div');
  const part = document.createElement('span');
  row.append(part);
  row.scrollLeft = scrolled;
  row.getBoundingClientRect = () => new DOMRect(0, 0, 200, 40);
  part.getBoundingClientRect = () => new DOMRect(left - scrolled, 0, width, 40);
  return { row, part };
};

describe('what is chosen in a row that scrolls', () => {
  it.each([
    ['stays where it is in view', 0, 50, 60, 0],
    ['comes from beyond the end', 0, 180, 60, 40],
    ['comes from before the start', 100, 40, 60, 40],
  ])('%s', (_, scrolled, left, width, expected) => {
    const { row, part } = rowWith(scrolled, left, width);
    showInRow(row, part);
    expect(row.scrollLeft).toBe(expected);
  });

  it('moves nothing where there is none', () => {
    const { row } = rowWith(30, 0, 10);
    showInRow(row, null);
    expect(row.scrollLeft).toBe(30);
  });
});
