import { describe, expect, it } from '@jest/globals';
import { markRowOverflow, scrollRowTo } from './row-scroll';

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
    ['comes from beyond the end, with a little of what follows', 0, 180, 60, 80],
    ['comes from before the start, with a little of what precedes', 100, 60, 60, 20],
  ])('%s', (_, scrolled, left, width, expected) => {
    const { row, part } = rowWith(scrolled, left, width);
    scrollRowTo(row, part);
    expect(row.scrollLeft).toBe(expected);
  });

  it.each([
    ['at its start', 0, 'end'],
    ['in its middle', 50, 'start end'],
    ['at its end', 100, 'start'],
  ])('says where the row goes on: %s', (_, scrolled, expected) => {
    const { row } = rowWith(scrolled, 0, 10);
    Object.defineProperties(row, { clientWidth: { value: 200 }, scrollWidth: { value: 300 } });
    markRowOverflow(row);
    expect(row.dataset['cut']).toBe(expected);
  });

  it('moves nothing where there is none', () => {
    const { row } = rowWith(30, 0, 10);
    scrollRowTo(row, null);
    expect(row.scrollLeft).toBe(30);
  });
});
