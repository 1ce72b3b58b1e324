import { z } from 'zod';
import { localized, snowflake } from './values.js';

// Commands, one row per field.

/** Fields of command options of every kind. */
const common = {
  name: z.string().min(1).max(32),
  name_localizations: localized(32),
  description: z.string().min(1).max(100),
  description_localizations: localized(100),
  required: z.boolean().nullish(),
};

const choices = <T extends z.ZodType>(value: T) =>
  z
    .array(
      z.strictObject({
        name: z.string().min(1).max(100),
        name_localizations: localized(100),
        value,
      }),
    )
    .max(25)
    .nullish();

const text = z.strictObject({
  ...common,
  type: z.literal(3),
  autocomplete: z.boolean().nullish(),
  min_length: z.int().min(0).max(6_000).nullish(),
  max_length: z.int().min(1).max(6_000).nullish(),
  choices: choices(z.string().max(6_000)),
});

const number = z.strictObject({
  ...common,
  type: z.literal([4, 10]),
  autocomplete: z.boolean().nullish(),
  min_value: z.number().nullish(),
  max_value: z.number().nullish(),
  choices: choices(z.number()),
});

const channel = z.strictObject({
  ...common,
  type: z.literal(7),
  channel_types: z.array(z.int()).nullish(),
});

const file = z.strictObject({
  ...common,
  type: z.literal(11),
  file_types: z.array(z.string().min(1).max(16)).max(10).nullish(),
});

/** Options without further fields: boolean, person, role, mentionable. */
const plain = z.strictObject({
  ...common,
  type: z.literal([5, 6, 8, 9]),
});

const subCommand = z.strictObject({
  ...common,
  type: z.literal(1),
  options: z
    .array(z.discriminatedUnion('type', [text, number, channel, file, plain]))
    .max(25)
    .nullish(),
});

const group = z.strictObject({
  ...common,
  type: z.literal(2),
  options: z.array(subCommand).max(25).nullish(),
});

export const command = z.strictObject({
  name: z.string().min(1).max(32),
  name_localizations: localized(32),
  description: z.string().max(100).nullish(),
  description_localizations: localized(100),
  options: z
    .array(z.discriminatedUnion('type', [text, number, channel, file, plain, subCommand, group]))
    .max(25)
    .nullish(),
  default_member_permissions: z.union([z.string().regex(/^\d+$/), z.int().min(0)]).nullish(),
  dm_permission: z.boolean().nullish(),
  contexts: z
    .array(z.literal([0, 1, 2]))
    .min(1)
    .nullish(),
  integration_types: z
    .array(z.literal([0, 1]))
    .min(1)
    .nullish(),
  handler: z.literal([1, 2]).nullish(),
  type: z.literal([1, 2, 3, 4]).nullish(),
  id: snowflake.nullish(),
});

export const commandList = z.array(command).max(130);
