import { describe, expect, it } from '@jest/globals';
import { DiscordError } from './errors.js';
import { COMPONENTS_V2 } from './component-schema.js';
import { parseMessageEdit, parseNewMessage } from './parse-message.js';

const failureOf = (run: () => unknown): DiscordError | undefined => {
  try {
    run();
  } catch (error) {
    if (error instanceof DiscordError) return error;
    throw error;
  }
  return undefined;
};
const flags = COMPONENTS_V2;
const errorsOf = (components: unknown, more: object = {}) =>
  failureOf(() => parseNewMessage({ flags, components, ...more }))?.errors;
const code = (name: string) => ({ _errors: [expect.objectContaining({ code: name })] });
const text = (content = 'x') => ({ type: 10, content });
const press = (customId: string) => ({ type: 2, style: 1, label: 'x', custom_id: customId });
const picture = { type: 11, media: { url: 'https://shop.example/a.png' } };
const section = (components: unknown[], accessory: unknown = press('b')) => ({
  type: 9,
  components,
  accessory,
});
const box = (...components: unknown[]) => ({ type: 17, components, accent_color: 0xffb347 });
const texts = (count: number, content = 'x') => Array.from({ length: count }, () => text(content));

describe('messages made of components', () => {
  it('take each kind of part, and exactly what fits', () => {
    const all = box(
      section([text(), text(), text()]),
      section([text()], picture),
      { type: 1, components: [press('c')] },
      { type: 12, items: [{ media: { url: 'https://shop.example/a.png' } }] },
      { type: 14, divider: true, spacing: 2 },
      text(),
    );
    expect(errorsOf([all, text(), { type: 14 }])).toBeUndefined();
    expect(errorsOf([box(...texts(38)), text()])).toBeUndefined();
    expect(errorsOf(texts(4, 'x'.repeat(1_000)))).toBeUndefined();
  });

  it.each([
    ['content beside them', [text()], { content: 'x' }, { content: expect.anything() }],
    ['embeds beside them', [text()], { embeds: [{ title: 'x' }] }, { embeds: expect.anything() }],
    ['41 components', [box(...texts(40))], {}, { components: expect.anything() }],
    [
      '41 with accessories',
      Array.from({ length: 14 }, (_, at) => section([text()], press(`b${at}`))),
      {},
      {
        components: code('COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED'),
      },
    ],
    [
      '4,001 characters',
      [...texts(4, 'x'.repeat(1_000)), text()],
      {},
      {
        components: code('COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED'),
      },
    ],
    [
      'one custom id twice',
      [section([text()]), box(section([text()]))],
      {},
      {
        components: code('COMPONENT_CUSTOM_ID_DUPLICATED'),
      },
    ],
    [
      'a section without accessory',
      [{ type: 9, components: [text()] }],
      {},
      {
        components: { 0: { accessory: expect.anything() } },
      },
    ],
    [
      'a section of four texts',
      [section(texts(4))],
      {},
      { components: { 0: { components: expect.anything() } } },
    ],
    ['a section of none', [section([])], {}, { components: { 0: { components: expect.anything() } } }],
    ['an empty text', [text('')], {}, { components: { 0: { content: expect.anything() } } }],
    [
      'a list beside a text',
      [section([text()], { type: 3, custom_id: 'l', options: [] })],
      {},
      {
        components: { 0: { accessory: expect.anything() } },
      },
    ],
    ['a box in a box', [box(box(text()))], {}, { components: { 0: { components: expect.anything() } } }],
    ['a bare button', [press('b')], {}, { components: { 0: expect.anything() } }],
    [
      'a picture of no address',
      [section([text()], { type: 11, media: { url: 'art.png' } })],
      {},
      {
        components: { 0: { accessory: expect.anything() } },
      },
    ],
  ])('refuse %s', (_what, components, more, errors) => {
    expect(errorsOf(components, more)).toMatchObject(errors);
  });

  it('need their flag', () => {
    expect(failureOf(() => parseNewMessage({ components: [text()] }))?.code).toBe(50_035);
  });

  it('fail with 500 beyond the bytes that Discord can take', () => {
    const components = texts(4, '\u{1F3F4}'.repeat(500));
    expect(failureOf(() => parseNewMessage({ flags, components: components.slice(0, 2) }))).toBeUndefined();
    const heavy = texts(4, '\u20AC'.repeat(900));
    expect(failureOf(() => parseNewMessage({ flags, components: heavy }))?.status).toBe(500);
  });

  it('stay so when they are edited', () => {
    expect(failureOf(() => parseMessageEdit({ content: 'x' }, flags))?.code).toBe(50_035);
    expect(parseMessageEdit({ components: [text()] }, flags).components).toHaveLength(1);
  });
});
