import { describe, expect, it } from '@jest/globals';
import { ButtonStyle, ComponentType, type APIButtonComponent } from 'discord.js';
import { container, buildLayout, LAYOUT_LIMITS, cutPage, actionRow, section, textDisplay } from './layout.js';

const button = (id: string): APIButtonComponent => ({
  type: ComponentType.Button,
  style: ButtonStyle.Secondary,
  label: 'x',
  custom_id: id,
});
const texts = (count: number, content = 'x') => Array.from({ length: count }, () => textDisplay(content));

describe('a message of components', () => {
  it('takes 40 components, 4,000 characters and 10,000 bytes, and no more', () => {
    expect(buildLayout(container(texts(39), 0))).toMatchObject({ isV2: true });
    expect(() => buildLayout(container(texts(40), 0))).toThrow('41 components');
    expect(() => buildLayout(container([section(['x'], button('a')), ...texts(37)], 0))).toThrow(
      '41 components',
    );
    expect(buildLayout(...texts(4, 'x'.repeat(1_000)))).toBeTruthy();
    expect(() => buildLayout(...texts(4, 'x'.repeat(1_000)), textDisplay('x'))).toThrow('4001 characters');
    expect(() => buildLayout(...texts(4, '€'.repeat(900)))).toThrow('10800 bytes');
    expect(LAYOUT_LIMITS.bytes).toBeLessThan(10_170);
  });

  it('has each custom id once, also beside texts, and one to three texts in a section', () => {
    expect(() => buildLayout(section(['x'], button('a')), actionRow(button('a')))).toThrow('twice');
    expect(() => section([], button('a'))).toThrow('0 texts');
    expect(() => section(['a', 'b', 'c', 'd'], button('a'))).toThrow('4 texts');
  });

  it('shows one page of a list, and beyond its end the last', () => {
    const list = [1, 2, 3, 4, 5];
    expect(cutPage(list, 1, 2)).toEqual({ shown: [3, 4], page: 1, pages: 3 });
    expect(cutPage(list, 9, 2)).toEqual({ shown: [5], page: 2, pages: 3 });
    expect(cutPage([], 0, 2)).toEqual({ shown: [], page: 0, pages: 1 });
  });
});
