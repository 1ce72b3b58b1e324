import { describe, expect, it } from '@jest/globals';
import { discordWorld } from '../../fixed-ids.js';
import { Hub } from '../core/hub.js';
import { seedState } from '../core/seed.js';
import { renderMarkdown } from './markdown.js';

const hub = new Hub(
  seedState(discordWorld, 0),
  discordWorld,
  () => 0,
  () => undefined,
);
const render = (text: string): string =>
  renderMarkdown(hub, text)
    .map((part) => part.text)
    .join('');

describe('markdown', () => {
  it('escapes everything a person wrote', () => {
    expect(render('<img src=x onerror="alert(1)"> & `<b>`')).toBe(
      '&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; <code>&lt;b&gt;</code>',
    );
    expect(render('```html\n<script>```')).toBe('<pre>&lt;script&gt;</pre>');
  });

  it('links to http and https only', () => {
    expect(render('[x](javascript:alert(1))')).toBe('[x](javascript:alert(1))');
    expect(render('[x](https://example.test/"a)')).toContain('href="https://example.test/&quot;a"');
  });

  it('draws emphasis, code before emphasis, mentions by name, and escaped marks as they are', () => {
    expect(render('**a *b***')).toBe('<strong>a *b</strong>*');
    expect(render('`**a**` __u__')).toBe('<code>**a**</code> <u>u</u>');
    expect(render(`<@${discordWorld.botUserId}>`)).toBe('<span class="mention">@Market Bot</span>');
    expect(render('</help:7>')).toBe('<span class="mention">/help</span>');
    expect(render(String.raw`\*a\* snake_case_name`)).toBe('*a* snake_case_name');
  });
});
