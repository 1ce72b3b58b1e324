import { describe, expect, it } from '@jest/globals';
import { anAlertPost, anOrderPost } from '../../test/samples.js';
import {
  buildEditedMessage,
  countEmbedCharacters,
  MAX_CHARACTERS,
  buildNewMessage,
  packPostsIntoMessage,
} from './post-message.js';

const ROLE = '1184302765190463519';
const many = (count: number) => Array.from({ length: count }, (_, index) => anOrderPost(index + 1));

describe('packing', () => {
  it('takes ten embeds at most (OWN-136)', () => {
    expect(packPostsIntoMessage(many(12))).toHaveLength(10);
    expect(packPostsIntoMessage(many(3))).toHaveLength(3);
  });

  it('stays within 6,000 characters over all embeds (OWN-136)', () => {
    const posts = Array.from({ length: 10 }, (_, index) => anAlertPost(index + 1, 'x', '.'.repeat(1_000)));
    const packed = packPostsIntoMessage(posts);
    const size = packed.reduce(
      (sum, post) => sum + countEmbedCharacters(buildNewMessage('error', [post]).embeds[0] ?? {}),
      0,
    );
    expect(packed).toHaveLength(5);
    expect(size).toBeLessThanOrEqual(MAX_CHARACTERS);
  });

  it('takes one post whatever its size, which its view keeps below the limit (F39)', () => {
    const huge = anAlertPost(1, '*'.repeat(10_000), `${'`'.repeat(50_000)}\uD800`);
    const [embed = {}] = buildNewMessage('error', packPostsIntoMessage([huge])).embeds;
    expect(embed.title?.length).toBeLessThanOrEqual(256);
    expect(countEmbedCharacters(embed)).toBeLessThanOrEqual(MAX_CHARACTERS);
    expect(JSON.stringify(embed)).not.toContain('\\ud800');
  });
});

describe('messages', () => {
  it('carry no url, so that no embed hides another', () => {
    for (const embed of buildNewMessage('orders', many(3)).embeds) expect(embed).not.toHaveProperty('url');
  });

  it('ping only the set role, only with orders, never on an edit (OWN-143)', () => {
    expect(buildNewMessage('orders', many(1), ROLE).allowed_mentions).toEqual({ parse: [], roles: [ROLE] });
    expect(buildNewMessage('orders', many(1)).allowed_mentions).toEqual({ parse: [] });
    for (const quiet of [
      buildNewMessage('error', [anAlertPost(1, 'x')], ROLE),
      buildNewMessage('orders', [anAlertPost(1, 'x')], ROLE),
      buildNewMessage('history', many(1), ROLE),
    ])
      expect(quiet).toMatchObject({ content: '', allowed_mentions: { parse: [] } });
    expect(buildEditedMessage('orders', many(1))).toMatchObject({ allowed_mentions: { parse: [] } });
    expect(buildEditedMessage('orders', many(1))).not.toHaveProperty('content');
  });

  it('have buttons in the orders channel only', () => {
    expect(buildNewMessage('orders', many(1)).components).toHaveLength(1);
    expect(buildNewMessage('history', many(1)).components).toEqual([]);
  });
});
