import { describe, expect, it } from '@jest/globals';
import { ORDER_TRANSITIONS } from '@pax/contracts';
import { buildCustomId, creationToken, orderButtonId, parseCustomId } from './custom-id.js';

describe('custom ids', () => {
  it.each(ORDER_TRANSITIONS)('reads back what it wrote for %s', (move) => {
    const createdAt = '2026-03-01T12:00:00.000Z';
    const { args = [] } = parseCustomId(orderButtonId(move, { id: 123, createdAt })) ?? {};
    expect(args.slice(0, 2)).toEqual([move, '123']);
    expect(creationToken.parse(args[2])).toBe(Date.parse(createdAt));
  });

  it('have a version, a name and arguments (OWN-626)', () => {
    expect(buildCustomId('shop-page', 'money', 2)).toBe('1:shop-page:money:2');
    expect(parseCustomId(buildCustomId('shop-page', 'money', 2))).toEqual({
      name: 'shop-page',
      args: ['money', '2'],
    });
    expect(parseCustomId(buildCustomId('language'))).toEqual({ name: 'language', args: [] });
    expect(parseCustomId(buildCustomId('shop-page', '', 2))?.args).toEqual(['', '2']);
  });

  it.each([
    'order:complete',
    'order:explode:1',
    'order:complete:1',
    'order:complete:0',
    'order:complete:-1',
    'order:complete:1:2:3',
    'order:complete:1:TOKEN',
    `order:complete:1:${'z'.repeat(11)}`,
    'order:complete:9999999999',
    'ticket:reply:1',
    '2:received:1',
    '1:',
    '1:Received:1',
    '1:received:a b',
    `1:received:${'1'.repeat(99)}`,
    '1:received:1:1:1:1:1:1:1',
    '',
  ])('takes %j for none of ours (OWN-626)', (text) => {
    expect(parseCustomId(text)).toBeUndefined();
  });

  it('writes none that it could not read', () => {
    expect(() => buildCustomId('received', 'a:b')).not.toThrow();
    expect(() => buildCustomId('received', 'ä')).toThrow('Not a custom id');
    expect(() => buildCustomId('received', ...Array.from({ length: 5 }, () => 'x'.repeat(30)))).toThrow(
      'Not a custom id',
    );
  });
});
