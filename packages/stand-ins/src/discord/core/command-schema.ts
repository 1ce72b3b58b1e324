import { z } from 'zod';

const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const MAX_OPTIONS = 25;

/** Discord's numbers for kinds of options. */
export const OPTION = {
  SUB_COMMAND: 1,
  GROUP: 2,
  STRING: 3,
  INTEGER: 4,
  BOOLEAN: 5,
  USER: 6,
  CHANNEL: 7,
  ROLE: 8,
  MENTIONABLE: 9,
  NUMBER: 10,
  ATTACHMENT: 11,
} as const;

const name = z
  .string()
  .min(1)
  .max(32)
  .refine((value) => NAME.test(value) && value === value.toLowerCase(), {
    message: 'Command name is invalid',
    params: { code: 'APPLICATION_COMMAND_INVALID_NAME' },
  });
const description = z.string().min(1).max(100);
const localizations = z.record(z.string(), z.string().max(100)).nullish();

const choice = z.object({
  name: z.string().min(1).max(100),
  name_localizations: localizations,
  value: z.union([z.string().max(100), z.number()]),
});

const described = {
  name,
  name_localizations: localizations,
  description,
  description_localizations: localizations,
};

const leaf = z
  .object({
    ...described,
    type: z.int().min(OPTION.STRING).max(OPTION.ATTACHMENT),
    required: z.boolean().optional(),
    choices: z.array(choice).max(MAX_OPTIONS).optional(),
    autocomplete: z.boolean().optional(),
    min_value: z.number().optional(),
    max_value: z.number().optional(),
    min_length: z.int().min(0).max(6000).optional(),
    max_length: z.int().min(1).max(6000).optional(),
    channel_types: z.array(z.int()).optional(),
  })
  .refine((one) => one.autocomplete !== true || (one.choices ?? []).length === 0, {
    message: 'Autocomplete and choices exclude each other',
    params: { code: 'APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES' },
  });

const leaves = z
  .array(leaf)
  .max(MAX_OPTIONS)
  .superRefine((list, context) => {
    list.forEach((one, index) => {
      const add = (code: string, message: string): void => {
        context.addIssue({ code: 'custom', path: [index], message, params: { code } });
      };
      if (list.findIndex((other) => other.name === one.name) !== index)
        add('APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE', 'Option names must be unique');
      if (one.required === true && list.slice(0, index).some((other) => other.required !== true))
        add(
          'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
          'Required options must be placed before non-required options',
        );
    });
  });

const subCommand = z.object({
  ...described,
  type: z.literal(OPTION.SUB_COMMAND),
  options: leaves.optional(),
});
const group = z.object({
  ...described,
  type: z.literal(OPTION.GROUP),
  options: z.array(subCommand).max(MAX_OPTIONS).optional(),
});

const slashCommand = z.object({
  ...described,
  type: z.literal(1).default(1),
  options: z.union([leaves, z.array(z.union([subCommand, group])).max(MAX_OPTIONS)]).optional(),
  default_member_permissions: z.string().regex(/^\d+$/).nullish(),
  dm_permission: z.boolean().nullish(),
  nsfw: z.boolean().optional(),
  contexts: z.array(z.int().min(0).max(2)).nullish(),
  integration_types: z.array(z.int().min(0).max(1)).nullish(),
});

/** Commands of a person's or a message's menu; stored, but not runnable here. */
const menuCommand = z.object({
  name: z.string().min(1).max(32),
  type: z.literal([2, 3]),
  default_member_permissions: z.string().regex(/^\d+$/).nullish(),
});

/** One command as an application registers it. */
export const commandSchema = z.union([slashCommand, menuCommand]);
/** The whole set that replaces an earlier one. */
export const commandSetSchema = z.array(commandSchema).max(100);

export type CommandForm = z.output<typeof commandSchema>;
