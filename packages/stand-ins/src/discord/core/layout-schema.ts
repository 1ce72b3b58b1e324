import { z } from 'zod';
import { button, messageRow, requireUniqueIds } from './component-schema.js';
import { asObject, asObjects } from './json.js';
import type { JsonObject } from './state.js';

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
