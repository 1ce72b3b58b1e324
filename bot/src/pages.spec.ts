import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { commandsPage, messagesPage } from '../test/pages.js';

/** Without what aligns the columns of a table. */
const cells = (page: string): string => page.replaceAll(/ +\|/g, ' |').replaceAll(/-{3,}/g, '---');

describe("the bot's pages say what its code does", () => {
  it.each([
    ['commands', commandsPage],
    ['messages', messagesPage],
  ])('docs/%s.md', (name, page) => {
    const written = readFileSync(new URL(`../docs/${name}.md`, import.meta.url), 'utf8');
    expect(cells(written)).toBe(cells(page()));
  });
});
