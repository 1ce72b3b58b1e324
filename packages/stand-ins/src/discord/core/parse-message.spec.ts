import { describe, expect, it } from '@jest/globals';
import { DiscordError } from './errors.js';
import { parseMessageEdit, parseNewMessage } from './parse-message.js';

const errorsOf = (body: unknown): unknown => {
  try {
    parseNewMessage(body);
  } catch (error) {
    if (error instanceof DiscordError) return error.errors;
    throw error;
  }
  return undefined;
};
const code = (name: string) => ({ _errors: [expect.objectContaining({ code: name })] });
const press = (customId: string) => ({ type: 2, style: 1, label: 'x', custom_id: customId });

describe('message bodies', () => {
  it.each([
    ['content of 2001', { content: 'x'.repeat(2001) }, { content: code('BASE_TYPE_MAX_LENGTH') }],
    ['nonce of 26', { content: 'x', nonce: 'x'.repeat(26) }, { nonce: code('BASE_TYPE_MAX_LENGTH') }],
    [
      '11 embeds',
      { embeds: Array.from({ length: 11 }, () => ({ title: 'x' })) },
      { embeds: code('BASE_TYPE_BAD_LENGTH') },
    ],
    [
      'a description of 4097',
      { embeds: [{ description: 'x'.repeat(4097) }] },
      { embeds: { 0: { description: code('BASE_TYPE_MAX_LENGTH') } } },
    ],
    [
      '26 fields',
      { embeds: [{ fields: Array.from({ length: 26 }, () => ({ name: 'n', value: 'v' })) }] },
      { embeds: { 0: { fields: code('BASE_TYPE_BAD_LENGTH') } } },
    ],
    [
      'a field value of 1025',
      { embeds: [{ fields: [{ name: 'n', value: 'x'.repeat(1025) }] }] },
      { embeds: { 0: { fields: { 0: { value: code('BASE_TYPE_MAX_LENGTH') } } } } },
    ],
    [
      'a footer of 2049',
      { embeds: [{ footer: { text: 'x'.repeat(2049) } }] },
      { embeds: { 0: { footer: { text: code('BASE_TYPE_MAX_LENGTH') } } } },
    ],
    [
      'six rows',
      { components: Array.from({ length: 6 }, (_, row) => ({ type: 1, components: [press(`b${row}`)] })) },
      { components: code('BASE_TYPE_BAD_LENGTH') },
    ],
    ['a sticker that is no id', { sticker_ids: ['a'] }, { sticker_ids: { 0: code('NUMBER_TYPE_COERCE') } }],
    ['four stickers', { sticker_ids: ['1', '2', '3', '4'] }, { sticker_ids: code('BASE_TYPE_BAD_LENGTH') }],
    [
      'a poll of nothing',
      { poll: {} },
      { poll: { question: code('BASE_TYPE_REQUIRED'), answers: code('BASE_TYPE_REQUIRED') } },
    ],
    ['a file without its id', { attachments: [{}] }, { attachments: { 0: { id: expect.anything() } } }],
    [
      'users both parsed and listed',
      { content: 'x', allowed_mentions: { parse: ['users'], users: ['1'] } },
      { allowed_mentions: code('MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE') },
    ],
  ])('refuse %s', (_what, body, errors) => {
    expect(errorsOf(body)).toMatchObject(errors);
  });

  it.each([
    ['a component of no known kind', [{ type: 1, components: [{ type: 99 }] }]],
    ['six buttons in a row', [{ type: 1, components: [1, 2, 3, 4, 5, 6].map((n) => press(`b${n}`)) }]],
    ['one custom id twice', [{ type: 1, components: [press('b'), press('b')] }]],
    ['a custom id of 101', [{ type: 1, components: [press('b'.repeat(101))] }]],
    ['a label of 81', [{ type: 1, components: [{ ...press('b'), label: 'x'.repeat(81) }] }]],
    ['a button without a custom id', [{ type: 1, components: [{ type: 2, style: 1, label: 'x' }] }]],
    ['a link without an address', [{ type: 1, components: [{ type: 2, style: 5, label: 'x' }] }]],
  ])('refuse %s', (_what, components) => {
    expect(errorsOf({ components })).toMatchObject({ components: { 0: { components: expect.anything() } } });
  });

  it('take exactly what fits', () => {
    const embeds = [{ description: 'x'.repeat(4096) }, { description: 'x'.repeat(1904) }];
    expect(errorsOf({ content: 'x'.repeat(2000), embeds, nonce: 'x'.repeat(25) })).toBeUndefined();
    expect(errorsOf({ embeds: [...embeds, { title: 'x' }] })).toMatchObject({
      embeds: code('MAX_EMBED_SIZE_EXCEEDED'),
    });
  });

  it('distinguish an emptied part of an edit from one left alone', () => {
    expect(parseMessageEdit({ content: null })).toMatchObject({ content: '', embeds: undefined });
    expect(parseMessageEdit({ embeds: [] })).toMatchObject({ content: undefined, embeds: [] });
  });
});
