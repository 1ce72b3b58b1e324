import { z } from 'zod';
import { formIssue, snowflake, url } from './field-types.js';

// Schemas of the components in messages and modals. Not included, since the shop does not use them: selects of people,
// roles and channels, files, checkboxes and radio buttons.

/** Number that identifies a component within its message. */
const id = z.int().min(0).nullish();
const customId = z.string().min(1).max(100);
const media = z.strictObject({ url });
const emoji = z.strictObject({
  id: snowflake.nullish(),
  name: z.string().max(32),
});

const button = z
  .strictObject({
    type: z.literal(2),
    id,
    custom_id: customId.nullish(),
    style: z.literal([1, 2, 3, 4, 5]),
    label: z.string().max(80).nullish(),
    disabled: z.boolean().nullish(),
    url: z.string().max(512).nullish(),
    emoji: emoji.nullish(),
  })
  .superRefine(({ style, custom_id, url: link, label: words, emoji: drawing }, context) => {
    const addIssue = (path: string, code: string, message: string): void => {
      context.addIssue(formIssue(code, message, path));
    };
    const addMissingIssue = (path: string): void =>
      addIssue(path, 'BASE_TYPE_REQUIRED', 'This field is required');
    const isLink = style === 5;
    if (isLink && !link) addMissingIssue('url');
    if (!isLink && !custom_id) addMissingIssue('custom_id');
    if (isLink && custom_id)
      addIssue(
        'custom_id',
        'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
        'A custom id and url cannot both be specified',
      );
    if (link && !/^(https?|discord):\/\//i.test(link))
      addIssue('url', 'URL_TYPE_INVALID_URL', 'Not a well formed URL.');
    if ((words ?? undefined) === undefined && !drawing)
      addIssue('label', 'BUTTON_COMPONENT_INVALID_LABEL_EMOJI', 'A label or an emoji is required');
  });

const option = z.strictObject({
  label: z.string().min(1).max(100),
  value: z.string().min(1).max(100),
  description: z.string().max(100).nullish(),
  default: z.boolean().nullish(),
  emoji: emoji.nullish(),
});

const select = z.strictObject({
  type: z.literal(3),
  id,
  custom_id: customId,
  placeholder: z.string().max(150).nullish(),
  min_values: z.int().min(0).max(25).nullish(),
  max_values: z.int().min(1).max(25).nullish(),
  disabled: z.boolean().nullish(),
  required: z.boolean().nullish(),
  options: z.array(option).min(1).max(25),
});

/** A row of up to five buttons, or one select menu. */
export const row = z
  .strictObject({
    type: z.literal(1),
    id,
    components: z
      .array(z.discriminatedUnion('type', [button, select]))
      .min(1)
      .max(5),
  })
  .superRefine(({ components }, context) => {
    const width = components.reduce((sum, one) => sum + (one.type === 2 ? 1 : 5), 0);
    if (width > 5)
      context.addIssue(
        formIssue(
          'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
          'The specified component exceeds the maximum width',
          'components',
        ),
      );
  });

const text = z.strictObject({
  type: z.literal(10),
  id,
  content: z.string().min(1).max(4_000),
});

const thumbnail = z.strictObject({
  type: z.literal(11),
  id,
  description: z.string().min(1).max(1_024).nullish(),
  spoiler: z.boolean().nullish(),
  media,
});

const gallery = z.strictObject({
  type: z.literal(12),
  id,
  items: z
    .array(
      z.strictObject({
        description: z.string().min(1).max(1_024).nullish(),
        spoiler: z.boolean().nullish(),
        media,
      }),
    )
    .min(1)
    .max(10),
});

const section = z.strictObject({
  type: z.literal(9),
  id,
  components: z.array(text).min(1).max(3),
  accessory: z.discriminatedUnion('type', [button, thumbnail]),
});

const separator = z.strictObject({
  type: z.literal(14),
  id,
  spacing: z.literal([1, 2]).nullish(),
  divider: z.boolean().nullish(),
});

const container = z.strictObject({
  type: z.literal(17),
  id,
  accent_color: z.int().min(0).max(0xffffff).nullish(),
  components: z
    .array(z.discriminatedUnion('type', [row, gallery, section, separator, text]))
    .min(1)
    .max(40),
  spoiler: z.boolean().nullish(),
});

/** Components that a message may contain. */
export const messageComponents = z
  .array(z.discriminatedUnion('type', [row, container, gallery, section, separator, text]))
  .max(40);

const textInput = z.strictObject({
  type: z.literal(4),
  id,
  custom_id: customId,
  style: z.literal([1, 2]),
  label: z.string().min(1).max(45).nullish(),
  value: z.string().max(4_000).nullish(),
  placeholder: z.string().max(100).nullish(),
  required: z.boolean().nullish(),
  min_length: z.int().min(0).max(4_000).nullish(),
  max_length: z.int().min(1).max(4_000).nullish(),
});

const fileUpload = z.strictObject({
  type: z.literal(19),
  id,
  custom_id: customId,
  min_values: z.int().min(0).max(10).nullish(),
  max_values: z.int().min(1).max(10).nullish(),
  required: z.boolean().nullish(),
  file_types: z.array(z.string().min(1).max(16)).max(10).nullish(),
});

const label = z.strictObject({
  type: z.literal(18),
  id,
  label: z.string().min(1).max(45),
  description: z.string().min(1).max(100).nullish(),
  component: z.discriminatedUnion('type', [fileUpload, select, textInput]),
});

const inputRow = z.strictObject({
  type: z.literal(1),
  id,
  components: z.array(textInput).length(1),
});

/** A modal that asks for one to five inputs. */
export const modal = z.strictObject({
  custom_id: customId,
  title: z.string().min(1).max(45),
  components: z
    .array(z.discriminatedUnion('type', [label, inputRow]))
    .min(1)
    .max(5),
});
