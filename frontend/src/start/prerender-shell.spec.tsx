/** @jest-environment node */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue } from '../i18n/catalogue/mix/shop';
import { catalogue as english } from '../i18n/catalogue/en/shop';
import { prerenderShell, type PrerenderedShell } from './prerender-shell';

const classesIn = (html: string): Set<string> =>
  new Set([...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')));

describe('the first view in the page', () => {
  let shell: PrerenderedShell;
  beforeAll(async () => {
    shell = await prerenderShell();
  });

  it('contains the catalogue’s texts, the same in mixed and English', () => {
    const messages = (of: typeof catalogue) => [
      of.market.heading,
      of.market.coins,
      of.bar.market,
      of.quick.heading,
      of.nav.signIn,
      of.tools.search,
    ];
    expect(messages(english)).toEqual(messages(catalogue));
    for (const word of messages(catalogue)) expect(shell.html).toContain(word);
    expect(shell.html.match(/<h1[ >]/g)).toHaveLength(1);
  });

  it('shows a visitor whose goods are on their way', () => {
    expect(shell.html).toContain('href="/login"');
    expect(shell.html).not.toContain('<article');
    expect(shell.html).toContain('aria-busy="true"');
  });

  it('holds nothing that the content security policy forbids', () => {
    expect(shell.html).not.toMatch(/<style|<script|\sstyle=|\son\w+=/);
    expect(shell.marks.replaceAll(/<style data-emotion="[^"]+" data-s><\/style>/g, '')).toBe('');
  });

  it('has a rule for each of its styles, and lists them for the engine', () => {
    const own = /data-emotion="css ([^"]+)"/.exec(shell.marks)?.[1]?.split(' ') ?? [];
    expect(own.length).toBeGreaterThan(50);
    for (const name of own) expect(shell.css).toContain(`.css-${name}`);
    for (const name of classesIn(shell.html)) expect(own).toContain(name.replace('css-', ''));
    expect(shell.marks.match(/data-emotion="css-global /g)).toHaveLength(1);
  });
});
