import { z } from 'zod';
import { messageComponentsSchema, COMPONENTS_V2, isTooManyBytes, layoutSchema } from './component-schema.js';
import { asObject, DiscordError, invalidFormBody, parseForm } from './errors.js';
import { isSnowflake } from './snowflake.js';
import type { JsonObject } from './state.js';

const EMBED_TOTAL = 6000;

const url = z
  .string()
  .max(2048)
  .refine((value) => /^(https?|attachment):\/\/\S+$/i.test(value), {
    message: 'Not a well formed URL.',
    params: { code: 'URL_TYPE_INVALID_URL' },
  });
const notBlank = { message: 'This field is required', params: { code: 'BASE_TYPE_REQUIRED' } };
const filled = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => value.trim() !== '', notBlank);
const media = z.object({ url });
const snowflake = z.string().refine((value) => isSnowflake(value), {
  message: 'Value is not snowflake.',
  params: { code: 'NUMBER_TYPE_COERCE' },
});

const embedSchema = z.object({
  title: z.string().max(256).nullish(),
  description: z.string().max(4096).nullish(),
  url: url.nullish(),
  timestamp: z
    .string()
    .refine((value) => !Number.isNaN(Date.parse(value)), {
      message: 'Could not parse datetime.',
      params: { code: 'DATE_TIME_TYPE_PARSE' },
    })
    .nullish(),
  color: z.int().min(0).max(0xffffff).nullish(),
  footer: z.object({ text: filled(2048), icon_url: url.nullish() }).nullish(),
  image: media.nullish(),
  thumbnail: media.nullish(),
  author: z.object({ name: filled(256), url: url.nullish(), icon_url: url.nullish() }).nullish(),
  fields: z
    .array(z.object({ name: filled(256), value: filled(1024), inline: z.boolean().default(false) }))
    .max(25)
    .nullish(),
});

type Embed = z.output<typeof embedSchema>;

const nonce = z.union([z.string().max(25), z.int()]);

export const allowedMentionsSchema = z
  .object({
    parse: z.array(z.enum(['users', 'roles', 'everyone'])).optional(),
    users: z.array(snowflake).max(100).optional(),
    roles: z.array(snowflake).max(100).optional(),
    replied_user: z.boolean().optional(),
  })
  .superRefine((value, context) => {
    for (const kind of ['users', 'roles'] as const)
      if (value.parse?.includes(kind) === true && (value[kind]?.length ?? 0) > 0)
        context.addIssue({
          code: 'custom',
          path: [],
          message: `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
          params: { code: 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE' },
        });
  });

export type AllowedMentions = z.output<typeof allowedMentionsSchema>;

const contentFields = {
  content: z.string().max(2000).nullish(),
  embeds: z.array(embedSchema).max(10).nullish(),
  components: messageComponentsSchema.nullish(),
  flags: z.int().min(0).nullish(),
  allowed_mentions: allowedMentionsSchema.nullish(),
  attachments: z
    .array(z.object({ id: z.union([snowflake, z.int()]), description: z.string().max(1024).nullish() }))
    .max(10)
    .nullish(),
};

const filledMedia = z.object({ text: z.string().min(1).max(300) });
/** Polls, stickers and files are not simulated, but invalid ones are refused as Discord does. */
const pollSchema = z.object({
  question: filledMedia,
  answers: z
    .array(z.object({ poll_media: filledMedia.extend({ text: z.string().min(1).max(55) }) }))
    .min(1)
    .max(10),
  duration: z.int().min(1).max(768).optional(),
  allow_multiselect: z.boolean().optional(),
  layout_type: z.int().optional(),
});

const createSchema = z.object({
  ...contentFields,
  sticker_ids: z.array(snowflake).max(3).nullish(),
  poll: pollSchema.nullish(),
  nonce: nonce.nullish(),
  enforce_nonce: z.boolean().nullish(),
  tts: z.boolean().nullish(),
  message_reference: z
    .object({ message_id: snowflake, fail_if_not_exists: z.boolean().optional() })
    .nullish(),
});
const editSchema = z.object(contentFields);
const layout = { components: layoutSchema.nullish() };
const createLayoutSchema = createSchema.extend(layout);
const editLayoutSchema = editSchema.extend(layout);
type Content = z.output<typeof editSchema> | z.output<typeof editLayoutSchema>;

/** A valid message body, with embeds as they are shown. */
export interface MessageForm {
  content?: string;
  embeds?: JsonObject[];
  components?: JsonObject[];
  flags?: number;
  allowedMentions?: AllowedMentions;
  nonce?: string | number;
  enforceNonce: boolean;
  replyTo?: { messageId: string; mustExist: boolean };
}

/** Parses the body of a new message. @throws DiscordError 50035 with the tree of all faults */
export function parseNewMessage(body: unknown): MessageForm {
  const form = parseForm(isLayout(body) ? createLayoutSchema : createSchema, body);
  if (isLayout(body)) assertLayout(body);
  const reference = form.message_reference;
  return {
    ...shared(form),
    nonce: form.nonce ?? undefined,
    enforceNonce: form.enforce_nonce === true,
    ...(reference
      ? { replyTo: { messageId: reference.message_id, mustExist: reference.fail_if_not_exists ?? true } }
      : {}),
  };
}

/**
 * Parses the body of an edit: a missing field stays unchanged, null empties it.
 * @param flags the message's flags, since a message of components stays one
 */
export function parseMessageEdit(body: unknown, flags = 0): MessageForm {
  const isMadeOfComponents = isLayout({ flags }) || isLayout(body);
  const form = parseForm(isMadeOfComponents ? editLayoutSchema : editSchema, body);
  if (isMadeOfComponents) assertLayout(body);
  const given = asObject(body);
  return {
    ...shared(form),
    ...(given['content'] === null ? { content: '' } : {}),
    ...(given['embeds'] === null ? { embeds: [] } : {}),
    ...(given['components'] === null ? { components: [] } : {}),
    enforceNonce: false,
  };
}

/** Tells whether a body's flag makes its components the whole message. */
const isLayout = (body: unknown): boolean => (Number(asObject(body)['flags'] ?? 0) & COMPONENTS_V2) !== 0;

/** Checks a message of components: no other parts, and no more text than Discord can handle. */
function assertLayout(body: unknown): void {
  const given = asObject(body);
  const isFilled = (value: unknown): boolean =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';
  const wrong = ['content', 'embeds', 'poll', 'sticker_ids'].filter((name) => isFilled(given[name]));
  if (wrong.length > 0)
    throw invalidFormBody(
      wrong.map((name) => ({
        path: [name],
        code: 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
        message: `The '${name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
      })),
    );
  if (isTooManyBytes(given['components'])) throw new DiscordError(500, 0, '500: Internal Server Error');
}

function shared(form: Content): Omit<MessageForm, 'enforceNonce'> {
  const embeds = form.embeds ?? undefined;
  if (embeds) requireWithinTotal(embeds);
  return {
    content: form.content?.trim(),
    embeds: embeds ? onePerUrl(embeds.map(shownEmbed)) : undefined,
    components: form.components?.map((row) => ({ ...row })),
    flags: form.flags ?? undefined,
    allowedMentions: form.allowed_mentions ?? undefined,
  };
}

/** All embeds of a message together carry at most 6,000 characters. */
function requireWithinTotal(embeds: readonly Embed[]): void {
  const total = embeds.reduce((sum, embed) => sum + embedLength(embed), 0);
  if (total <= EMBED_TOTAL) return;
  throw invalidFormBody([
    {
      path: ['embeds'],
      code: 'MAX_EMBED_SIZE_EXCEEDED',
      message: `Embed size exceeds maximum size of ${EMBED_TOTAL}`,
    },
  ]);
}

function embedLength(embed: Embed): number {
  const texts = [embed.title, embed.description, embed.footer?.text, embed.author?.name];
  const fields = (embed.fields ?? []).flatMap((field) => [field.name, field.value]);
  return [...texts, ...fields].reduce((sum, text) => sum + (text?.length ?? 0), 0);
}

function shownEmbed(embed: Embed): JsonObject {
  const kept = Object.entries(embed).filter(([, value]) => value !== null && value !== undefined);
  return { type: 'rich', ...Object.fromEntries(kept), content_scan_version: 0 };
}

/** Drops repeated embeds with the same url, of which Discord shows the first. */
function onePerUrl(embeds: JsonObject[]): JsonObject[] {
  const seen = new Set<unknown>();
  return embeds.filter((embed) => {
    const address = embed['url'];
    if (address === undefined) return true;
    if (seen.has(address)) return false;
    seen.add(address);
    return true;
  });
}
