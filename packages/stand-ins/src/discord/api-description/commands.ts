import { z } from 'zod';
import { formIssue, localizedTexts, snowflake } from './field-types.js';

// Schemas of commands, as an application registers them and as Discord stores them.

const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const isName = (value: string): boolean => NAME.test(value) && value === value.toLowerCase();
const invalidName = (...path: string[]) =>
  formIssue('APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid', ...path);

/** Numbers that Discord uses for kinds of command options. */
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

/** Fields that command options of every kind have. */
const common = {
  name: z
    .string()
    .min(1)
    .max(32)
    .refine(isName, { message: invalidName().message, params: invalidName().params }),
  name_localizations: localizedTexts(32),
  description: z.string().min(1).max(100),
  description_localizations: localizedTexts(100),
  required: z.boolean().nullish(),
};

const createChoiceList = <T extends z.ZodType>(value: T) =>
  z
    .array(
      z.strictObject({
        name: z.string().min(1).max(100),
        name_localizations: localizedTexts(100),
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
  choices: createChoiceList(z.string().max(100)),
});

const number = z.strictObject({
  ...common,
  type: z.literal([4, 10]),
  autocomplete: z.boolean().nullish(),
  min_value: z.number().nullish(),
  max_value: z.number().nullish(),
  choices: createChoiceList(z.number()),
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

interface NamedOption {
  readonly type: number;
  readonly name: string;
  readonly required?: boolean | null;
  readonly autocomplete?: boolean | null;
  readonly choices?: readonly unknown[] | null;
}

/**
 * List of up to 25 options: unique names, required options first, not both choices and autocomplete, no option beside
 * sub-commands.
 */
const optionList = <T extends z.ZodType<NamedOption>>(option: T) =>
  z
    .array(option)
    .max(25)
    .superRefine((list: readonly NamedOption[], context) => {
      const isLeaf = ({ type }: NamedOption): boolean => type > OPTION.GROUP;
      list.forEach((one, at) => {
        const addIssue = (code: string, message: string): void => {
          context.addIssue(formIssue(`APPLICATION_COMMAND_OPTIONS_${code}`, message, at));
        };
        if (one.autocomplete === true && (one.choices ?? []).length > 0)
          addIssue('AUTOCOMPLETE_CHOICES', 'Autocomplete and choices exclude each other');
        if (list.findIndex((other) => other.name === one.name) !== at)
          addIssue('NAME_DUPLICATE', 'Option names must be unique');
        if (one.required === true && list.slice(0, at).some((other) => other.required !== true))
          addIssue('REQUIRED_INVALID', 'Required options must be placed before non-required options');
        if (isLeaf(one) !== list.slice(0, 1).every(isLeaf))
          addIssue('TYPE_INVALID', 'Sub-command and sub-command group option types are mutually exclusive');
      });
    })
    .nullish();

const subCommand = z.strictObject({
  ...common,
  type: z.literal(1),
  options: optionList(z.discriminatedUnion('type', [text, number, channel, file, plain])),
});

const group = z.strictObject({
  ...common,
  type: z.literal(2),
  options: optionList(subCommand),
});

const fields = {
  name: z.string().min(1).max(32),
  name_localizations: localizedTexts(32),
  description: z.string().max(100).nullish(),
  description_localizations: localizedTexts(100),
  options: optionList(z.discriminatedUnion('type', [text, number, channel, file, plain, subCommand, group])),
  default_member_permissions: z.string().regex(/^\d+$/).nullish(),
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
  type: z.literal([1, 2, 3]).default(1),
  id: snowflake.nullish(),
};

/**
 * Checks that a slash command has a plain name and a description; menu commands need neither, since they are only
 * stored.
 */
function checkSlash({ type, name, description }: SlashParts, context: z.RefinementCtx): void {
  if (type !== 1) return;
  if (!isName(name)) context.addIssue(invalidName('name'));
  if (!description)
    context.addIssue(formIssue('BASE_TYPE_REQUIRED', 'This field is required', 'description'));
}
type SlashParts = Readonly<{ type: number; name: string; description?: string | null }>;

/** A command, as an application registers it. */
export const command = z.strictObject(fields).superRefine(checkSlash);
export const commandChange = z.strictObject(fields).partial();
export const commandList = z.array(command).max(100);
/** A command as Discord stores it, with additional fields. */
export const storedCommand = z.object(fields).superRefine(checkSlash);

export type CommandForm = z.output<typeof command>;
