import { z } from 'zod';
import { messageComponents, row } from '../api-description/components.js';
import { formIssue } from '../api-description/field-types.js';
import { asObject, asObjects } from './json-values.js';
import type { JsonObject } from './state.js';

/** Flag of a message that consists of components only. */
export const COMPONENTS_V2 = 1 << 15;
const MAX_COMPONENTS = 40;
const MAX_TEXT = 4000;
/** Largest number of bytes of text; for more, Discord answers 500. */
const MAX_TEXT_BYTES = 10_170;
const duplicateCustomId = (...path: (string | number)[]) =>
  formIssue('COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated', ...path);

/** Lists all components of a message from top to bottom, including nested ones. */
export function allComponents(parts: unknown): JsonObject[] {
  return asObjects(parts).flatMap((part) => [
    part,
    ...allComponents(part['components']),
    ...(part['accessory'] === undefined ? [] : allComponents([asObject(part['accessory'])])),
  ]);
}

/** Joins the texts of a message made of components. */
export const displayedText = (parts: unknown): string =>
  allComponents(parts)
    .map(({ type, content }) => (type === 10 && typeof content === 'string' ? content : ''))
    .join('');

/** True when a message is so large that Discord fails, although its documented limits allow the message. */
export const isTooManyBytes = (parts: unknown): boolean =>
  Buffer.byteLength(displayedText(parts)) > MAX_TEXT_BYTES;

/**
 * Component rows below a message: at most five, each of up to five buttons or one select menu, every custom id once.
 */
export const messageRows = z
  .array(row)
  .max(5)
  .superRefine((rows, context) => {
    const seen = new Set<string>();
    rows.forEach(({ components }, rowIndex) => {
      components.forEach(({ custom_id: id }, index) => {
        if (!id) return;
        if (seen.has(id)) context.addIssue(duplicateCustomId(rowIndex, 'components', index));
        seen.add(id);
      });
    });
  });

/**
 * Components of a message that consists of components only: at most 40, with at most 4,000 characters, every custom id
 * once.
 */
export const layoutComponents = messageComponents.superRefine((parts, context) => {
  const every = allComponents(parts);
  if (every.length > MAX_COMPONENTS)
    context.addIssue(
      formIssue(
        'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
        `Cannot have more than ${MAX_COMPONENTS} components`,
      ),
    );
  if (displayedText(parts).length > MAX_TEXT)
    context.addIssue(
      formIssue(
        'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
        `Displayable text size exceeds maximum size of ${MAX_TEXT}`,
      ),
    );
  const ids = every.map(({ custom_id: id }) => id).filter((id) => typeof id === 'string');
  if (new Set(ids).size < ids.length) context.addIssue(duplicateCustomId());
});
