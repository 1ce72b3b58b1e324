import { z } from 'zod';
import { asObject, asObjects } from './errors.js';
import type { JsonObject } from './state.js';

const customId = z.string().min(1).max(100);
const emoji = z.object({
  id: z.string().nullish(),
  name: z.string().nullish(),
  animated: z.boolean().optional(),
});

const problem = (code: string, message: string) => ({ message, params: { code } });

export const button = z
  .object({
    type: z.literal(2),
    id: z.int().optional(),
    style: z.int().min(1).max(5),
    label: z.string().max(80).optional(),
    emoji: emoji.optional(),
    custom_id: customId.optional(),
    url: z.string().max(512).optional(),
    disabled: z.boolean().optional(),
  })
  .superRefine((value, context) => {
    const isLink = value.style === 5;
    const add = (path: string, code: string, message: string): void => {
      context.addIssue({ code: 'custom', path: [path], ...problem(code, message) });
    };
    if (isLink && value.url === undefined) add('url', 'BASE_TYPE_REQUIRED', 'This field is required');
    if (!isLink && value.custom_id === undefined)
      add('custom_id', 'BASE_TYPE_REQUIRED', 'This field is required');
    if (isLink && value.custom_id !== undefined)
      add(
        'custom_id',
        'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
        'A custom id and url cannot both be specified',
      );
    if (value.url !== undefined && !/^(https?|discord):\/\//i.test(value.url))
      add('url', 'URL_TYPE_INVALID_URL', 'Not a well formed URL.');
    if (value.label === undefined && value.emoji === undefined)
      add('label', 'BUTTON_COMPONENT_INVALID_LABEL_EMOJI', 'A label or an emoji is required');
  });

const option = z.object({
  label: z.string().min(1).max(100),
  value: z.string().min(1).max(100),
  description: z.string().max(100).optional(),
  emoji: emoji.optional(),
  default: z.boolean().optional(),
});

const selectBase = {
  id: z.int().optional(),
  custom_id: customId,
  placeholder: z.string().max(150).optional(),
  min_values: z.int().min(0).max(25).optional(),
  max_values: z.int().min(1).max(25).optional(),
  disabled: z.boolean().optional(),
};
const stringSelect = z.object({ type: z.literal(3), ...selectBase, options: z.array(option).min(1).max(25) });
const entitySelect = z.object({ type: z.literal([5, 6, 7, 8]), ...selectBase });

export const messageRow = z
  .object({
    type: z.literal(1),
    id: z.int().optional(),
    components: z
      .array(z.discriminatedUnion('type', [button, stringSelect, entitySelect]))
      .min(1)
      .max(5),
  })
  .superRefine((row, context) => {
    const width = row.components.reduce((sum, one) => sum + (one.type === 2 ? 1 : 5), 0);
    if (width > 5)
      context.addIssue({
        code: 'custom',
        path: ['components'],
        ...problem('COMPONENT_LAYOUT_WIDTH_EXCEEDED', 'The specified component exceeds the maximum width'),
      });
  });

/** Refuses a custom id that occurs twice in a message. */
export function requireUniqueIds(parts: readonly unknown[], context: z.RefinementCtx): void {
  const ids = parts.map((part) => Object(part).custom_id).filter((one) => typeof one === 'string');
  if (new Set(ids).size === ids.length) return;
  context.addIssue({
    code: 'custom',
    ...problem('COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated'),
  });
}

/** The rows below a message: at most five, each of up to five buttons or one select, every custom id once. */
export const messageComponentsSchema = z
  .array(messageRow)
  .max(5)
  .superRefine((rows, context) => {
    const seen = new Set<string>();
    rows.forEach((row, rowIndex) => {
      row.components.forEach((one, index) => {
        if (one.custom_id === undefined) return;
        if (seen.has(one.custom_id))
          context.addIssue({
            code: 'custom',
            path: [rowIndex, 'components', index],
            ...problem('COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated'),
          });
        seen.add(one.custom_id);
      });
    });
  });

const textInput = z.object({
  type: z.literal(4),
  id: z.int().optional(),
  custom_id: customId,
  style: z.literal([1, 2]),
  label: z.string().min(1).max(45).optional(),
  min_length: z.int().min(0).max(4000).optional(),
  max_length: z.int().min(1).max(4000).optional(),
  required: z.boolean().optional(),
  value: z.string().max(4000).optional(),
  placeholder: z.string().max(100).optional(),
});
/** Files that a person adds in a window. */
const fileUpload = z.object({
  type: z.literal(19),
  id: z.int().optional(),
  custom_id: customId,
  min_values: z.int().min(0).max(10).optional(),
  max_values: z.int().min(1).max(10).optional(),
  required: z.boolean().optional(),
});
const modalLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal(1), id: z.int().optional(), components: z.array(textInput).length(1) }),
  z.object({
    type: z.literal(18),
    id: z.int().optional(),
    label: z.string().min(1).max(45),
    description: z.string().max(100).optional(),
    component: z.discriminatedUnion('type', [textInput, stringSelect, fileUpload]),
  }),
]);

/** A window that asks for text: one to five lines. */
export const modalSchema = z.object({
  custom_id: customId,
  title: z.string().min(1).max(45),
  components: z.array(modalLine).min(1).max(5),
});

/** The flag of a message that consists of components only. */
export const COMPONENTS_V2 = 1 << 15;
const MAX_COMPONENTS = 40;
const MAX_TEXT = 4000;
/** Largest number of bytes of text; beyond it, Discord answers 500. */
const MAX_TEXT_BYTES = 10_170;

const issue = (code: string, message: string) => ({ code: 'custom' as const, message, params: { code } });
const id = z.int().min(0).optional();
const address = z
  .string()
  .max(2048)
  .refine((value) => /^(https?|attachment):\/\/\S+$/i.test(value), {
    message: 'Not a well formed URL.',
    params: { code: 'URL_TYPE_INVALID_URL' },
  });
const described = { description: z.string().max(1024).nullish(), spoiler: z.boolean().optional() };
const media = z.object({ url: address });

const textDisplay = z.object({ type: z.literal(10), id, content: z.string().min(1).max(MAX_TEXT) });
const thumbnail = z.object({ type: z.literal(11), id, media, ...described });
const section = z.object({
  type: z.literal(9),
  id,
  components: z.array(textDisplay).min(1).max(3),
  accessory: z.discriminatedUnion('type', [button, thumbnail]),
});
const gallery = z.object({
  type: z.literal(12),
  id,
  items: z
    .array(z.object({ media, ...described }))
    .min(1)
    .max(10),
});
const file = z.object({
  type: z.literal(13),
  id,
  file: z.object({ url: z.string().regex(/^attachment:\/\/\S+$/) }),
  spoiler: z.boolean().optional(),
});
const separator = z.object({
  type: z.literal(14),
  id,
  divider: z.boolean().optional(),
  spacing: z.literal([1, 2]).optional(),
});
const inContainer = [messageRow, section, textDisplay, gallery, file, separator] as const;
const container = z.object({
  type: z.literal(17),
  id,
  components: z.array(z.discriminatedUnion('type', inContainer)).min(1),
  accent_color: z.int().min(0).max(0xffffff).nullish(),
  spoiler: z.boolean().optional(),
});

/** All components of a message, nested ones included, from top to bottom. */
export function allComponents(parts: unknown): JsonObject[] {
  return asObjects(parts).flatMap((part) => [
    part,
    ...allComponents(part['components']),
    ...(part['accessory'] === undefined ? [] : allComponents([asObject(part['accessory'])])),
  ]);
}

/** The texts of a message made of components, as one. */
export const displayedText = (parts: unknown): string =>
  allComponents(parts)
    .map(({ type, content }) => (type === 10 && typeof content === 'string' ? content : ''))
    .join('');

/** Tells whether Discord fails at a message's size although its documented limits allow it. */
export const isTooManyBytes = (parts: unknown): boolean =>
  Buffer.byteLength(displayedText(parts)) > MAX_TEXT_BYTES;

/** The components of a message with the flag: at most 40, with at most 4,000 characters, every custom id once. */
export const layoutSchema = z
  .array(z.discriminatedUnion('type', [...inContainer, container]))
  .max(MAX_COMPONENTS)
  .superRefine((parts, context) => {
    const every = allComponents(parts);
    if (every.length > MAX_COMPONENTS)
      context.addIssue(
        issue(
          'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
          `Cannot have more than ${MAX_COMPONENTS} components`,
        ),
      );
    if (displayedText(parts).length > MAX_TEXT)
      context.addIssue(
        issue(
          'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
          `Displayable text size exceeds maximum size of ${MAX_TEXT}`,
        ),
      );
    requireUniqueIds(every, context);
  });
