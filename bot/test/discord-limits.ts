import { MessageFlags } from 'discord.js';
import { z } from 'zod';

/** Discord's documented limits, one row per field: minimum and maximum of its length, number or size. */
export const LIMITS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  'message.content': [0, 2_000],
  'message.nonce': [1, 25],
  'message.embeds': [0, 10],
  'message.embeds.characters': [0, 6_000],
  'message.rows': [0, 5],
  'layout.components': [1, 40],
  'layout.characters': [0, 4_000],
  'layout.bytes': [0, 10_000],
  'embed.title': [1, 256],
  'embed.description': [0, 4_096],
  'embed.fields': [0, 25],
  'embed.field.name': [1, 256],
  'embed.field.value': [1, 1_024],
  'embed.footer': [1, 2_048],
  'row.components': [1, 5],
  'component.custom_id': [1, 100],
  'button.label': [1, 80],
  'button.url': [1, 512],
  'select.placeholder': [0, 150],
  'select.options': [1, 25],
  'select.option.label': [1, 100],
  'select.option.value': [1, 100],
  'select.option.description': [0, 100],
  'section.texts': [1, 3],
  'text.content': [1, 4_000],
  'thumbnail.url': [1, 2_048],
  'modal.title': [1, 45],
  'modal.custom_id': [1, 100],
  'modal.components': [1, 5],
  'label.label': [1, 45],
  'input.max_length': [1, 4_000],
  'input.placeholder': [0, 100],
  'command.name': [1, 32],
  'command.description': [1, 100],
  'command.options': [0, 25],
  'command.characters': [0, 8_000],
  'command.option.name': [1, 32],
  'command.option.description': [1, 100],
  'command.option.choices': [1, 25],
  'choice.name': [1, 100],
  'choice.value': [1, 100],
  commands: [1, 100],
  proposals: [0, 25],
  'thread.name': [1, 100],
};

/** One measured field: its row in the table, and its size. */
export type Measure = readonly [field: string, size: number];

const node = z.looseObject({});
type Node = z.output<typeof node>;
const nodes = (value: unknown): Node[] => z.array(node).safeParse(value).data ?? [];
const object = (value: unknown): Node => node.safeParse(value).data ?? {};
const textMeasure = (field: string, value: unknown): Measure[] =>
  typeof value === 'string' ? [[field, value.length]] : [];
const countMeasure = (field: string, value: unknown): Measure[] =>
  Array.isArray(value) ? [[field, value.length]] : [];

function embedTexts(embed: Node): string[] {
  const fields = nodes(embed['fields']).flatMap((one) => [one['name'], one['value']]);
  const texts = [embed['title'], embed['description'], object(embed['footer'])['text'], ...fields];
  return texts.filter((one) => typeof one === 'string');
}

const embedMeasures = (embed: Node): Measure[] => [
  ...textMeasure('embed.title', embed['title']),
  ...textMeasure('embed.description', embed['description']),
  ...countMeasure('embed.fields', embed['fields']),
  ...nodes(embed['fields']).flatMap((one) => [
    ...textMeasure('embed.field.name', one['name']),
    ...textMeasure('embed.field.value', one['value']),
  ]),
  ...textMeasure('embed.footer', object(embed['footer'])['text']),
];

const optionMeasures = (option: Node): Measure[] => [
  ...textMeasure('select.option.label', option['label']),
  ...textMeasure('select.option.value', option['value']),
  ...textMeasure('select.option.description', option['description']),
];

/** Measures a component by Discord's number for its type. */
const BY_KIND: Readonly<Record<number, (part: Node) => Measure[]>> = {
  1: (part) => countMeasure('row.components', part['components']),
  2: (part) => [...textMeasure('button.label', part['label']), ...textMeasure('button.url', part['url'])],
  3: (part) => [
    ...textMeasure('select.placeholder', part['placeholder']),
    ...countMeasure('select.options', part['options']),
    ...nodes(part['options']).flatMap(optionMeasures),
  ],
  4: (part) => [
    ['input.max_length', Number(part['max_length'])],
    ...textMeasure('input.placeholder', part['placeholder']),
  ],
  9: (part) => countMeasure('section.texts', part['components']),
  10: (part) => textMeasure('text.content', part['content']),
  11: (part) => textMeasure('thumbnail.url', object(part['media'])['url']),
  18: (part) => textMeasure('label.label', part['label']),
};

/** A component with all components inside it, as a flat list. */
export function flattenPart(part: Node): Node[] {
  const below = [
    ...nodes(part['components']),
    ...nodes([part['accessory'], part['component']].filter(Boolean)),
  ];
  return [part, ...below.flatMap(flattenPart)];
}

const partMeasures = (part: Node): Measure[] => [
  ...textMeasure('component.custom_id', part['custom_id']),
  ...(BY_KIND[Number(part['type'])]?.(part) ?? []),
];

/** Measures a message or reply; with `isV2` or the message flag, components are the whole message. */
export function messageMeasures(body: object): Measure[] {
  const { content, nonce, embeds, components, isV2, flags } = object(body);
  const isLayout = isV2 === true || (Number(flags ?? 0) & MessageFlags.IsComponentsV2) !== 0;
  const parts = nodes(components).flatMap(flattenPart);
  const texts = parts.map((part) => part['content']).filter((one) => typeof one === 'string');
  const characters = nodes(embeds).flatMap(embedTexts).join('').length;
  const layout: Measure[] = [
    ['layout.components', parts.length],
    ['layout.characters', texts.join('').length],
    ['layout.bytes', Buffer.byteLength(texts.join(''))],
  ];
  return [
    ...textMeasure('message.content', content),
    ...textMeasure('message.nonce', nonce),
    ...countMeasure('message.embeds', embeds),
    ['message.embeds.characters', characters],
    ...nodes(embeds).flatMap(embedMeasures),
    ...(isLayout ? layout : countMeasure('message.rows', components)),
    ...parts.flatMap(partMeasures),
  ];
}

export function modalMeasures(modal: object): Measure[] {
  const { title, custom_id: id, components } = object(modal);
  return [
    ...textMeasure('modal.title', title),
    ...textMeasure('modal.custom_id', id),
    ...countMeasure('modal.components', components),
    ...nodes(components).flatMap(flattenPart).flatMap(partMeasures),
  ];
}

const choiceMeasures = (choice: Node): Measure[] => [
  ...textMeasure('choice.name', choice['name']),
  ...textMeasure('choice.value', choice['value']),
];

export function commandMeasures(command: object): Measure[] {
  const { name, description, options, description_localizations: localised } = object(command);
  const names = [name, ...Object.values(object(object(command)['name_localizations']))];
  const all = nodes(options);
  const described = (one: Node): unknown[] => [
    one['description'],
    ...Object.values(object(one['description_localizations'])),
  ];
  const characters = JSON.stringify([name, description, localised, options]).length;
  return [
    ...names.flatMap((one) => textMeasure('command.name', one)),
    ...described(object(command)).flatMap((one) => textMeasure('command.description', one)),
    ...countMeasure('command.options', options),
    ['command.characters', characters],
    ...all.flatMap((one) => [
      ...textMeasure('command.option.name', one['name']),
      ...described(one).flatMap((words) => textMeasure('command.option.description', words)),
      ...countMeasure('command.option.choices', one['choices']),
      ...nodes(one['choices']).flatMap(choiceMeasures),
    ]),
  ];
}

export const proposalMeasures = (choices: readonly object[]): Measure[] => [
  ['proposals', choices.length],
  ...nodes(choices).flatMap(choiceMeasures),
];

/** Finds fields that exceed their limit, or have none in the table. */
export function findViolations(measures: readonly Measure[]): string[] {
  return measures.flatMap(([field, size]) => {
    const [least, most] = LIMITS[field] ?? [1, 0];
    return size >= least && size <= most ? [] : [`${field}: ${size}`];
  });
}
