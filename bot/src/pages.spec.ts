import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { commandsPage, messagesPage } from '../test/docs-pages.js';

describe("the bot's pages say what its code does", () => {
  it.each([
    ['commands', commandsPage],
    ['messages', messagesPage],
  ])('docs/%s.md', (name, page) => {
    const written = readFileSync(new URL(`../docs/${name}.md`, import.meta.url), 'utf8');
    expect(written).toBe(page());
  });
});
