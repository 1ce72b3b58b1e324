import { describe, expect, it } from '@jest/globals';
import { discordWorld } from '../../identity.js';
import { Hub } from '../core/hub.js';
import { seedState } from '../core/seed.js';
import { markdown } from './markdown.js';

const hub = new Hub(
  seedState(discordWorld, 0),
  discordWorld,
  () => 0,
  () => undefined,
);
const drawn = (text: string): string =>
  markdown(hub, text)
    .map((part) => part.text)
    .join('');

describe('markdown', () => {
  it('escapes everything a person wrote', () => {
    expect(drawn('<img src=x onerror="alert(1)"> & `<b>`')).toBe(
      '&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; <code>&lt;b&gt;</code>',
    );
    expect(drawn('```html\n<script>```')).toBe('<pre>&lt;script&gt;</pre>');
  });

  it('links to http and https only', () => {
    expect(drawn('[x](javascript:alert(1))')).toBe('[x](javascript:alert(1))');
    expect(drawn('[x](https://example.test/"a)')).toContain('href="https://example.test/&quot;a"');
  });

  it('draws emphasis, code before emphasis, mentions by name, and escaped marks as they are', () => {
    expect(drawn('**a *b***')).toBe('<strong>a *b</strong>*');
    expect(drawn('`**a**` __u__')).toBe('<code>**a**</code> <u>u</u>');
    expect(drawn(`<@${discordWorld.botUserId}>`)).toBe('<span class="mention">@Market Bot</span>');
    expect(drawn(String.raw`\*a\* snake_case_name`)).toBe('*a* snake_case_name');
  });
});
