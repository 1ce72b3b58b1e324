import { z } from 'zod';
import { editedMessage, newMessage, type embed } from '../api-description/messages.js';
import { COMPONENTS_V2, isTooManyBytes, layoutComponents, messageRows } from './component-schema.js';
import { DiscordError, invalidFormBody, parseForm } from './errors.js';
import { asObject } from './json-values.js';
import type { JsonObject } from './state.js';

const EMBED_TOTAL = 6000;

type Embed = z.output<typeof embed>;
export type AllowedMentions = NonNullable<z.output<typeof newMessage>['allowed_mentions']>;

/** Unknown fields are ignored, since answers to interactions have additional ones. */
const createSchema = z.object({ ...newMessage.shape, components: messageRows.nullish() });
const editSchema = z.object({ ...editedMessage.shape, components: messageRows.nullish() });
const withLayout = { components: layoutComponents.nullish() };
const createLayoutSchema = createSchema.extend(withLayout);
const editLayoutSchema = editSchema.extend(withLayout);
type Content = Pick<
  z.output<typeof createSchema> | z.output<typeof createLayoutSchema>,
  'content' | 'embeds' | 'components' | 'flags' | 'allowed_mentions'
>;

/** A valid message body, with its embeds as Discord shows them. */
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

/** Checks the body of a new message. @throws DiscordError 50035 with the tree of all faults */
export function parseNewMessage(body: unknown): MessageForm {
  const form = parseForm(isComponentMessage(body) ? createLayoutSchema : createSchema, body);
  if (isComponentMessage(body)) assertComponentMessage(body);
  const reference = form.message_reference;
  return {
    ...readSharedFields(form),
    nonce: form.nonce ?? undefined,
    enforceNonce: form.enforce_nonce === true,
    ...(reference
      ? { replyTo: { messageId: reference.message_id, mustExist: reference.fail_if_not_exists ?? true } }
      : {}),
  };
}

/**
 * Checks the body of an edit: a missing field stays unchanged, null empties it.
 * @param flags flags of the message, since a message of components cannot become another one
 */
export function parseMessageEdit(body: unknown, flags = 0): MessageForm {
  const isMadeOfComponents = isComponentMessage({ flags }) || isComponentMessage(body);
  const form = parseForm(isMadeOfComponents ? editLayoutSchema : editSchema, body);
  if (isMadeOfComponents) assertComponentMessage(body);
  const given = asObject(body);
  return {
    ...readSharedFields(form),
    ...(given['content'] === null ? { content: '' } : {}),
    ...(given['embeds'] === null ? { embeds: [] } : {}),
    ...(given['components'] === null ? { components: [] } : {}),
    enforceNonce: false,
  };
}

/** True when the flag of a body makes its components the whole message. */
const isComponentMessage = (body: unknown): boolean =>
  (Number(asObject(body)['flags'] ?? 0) & COMPONENTS_V2) !== 0;

/** Checks a message of components: nothing besides components, and no more text than Discord can process. */
function assertComponentMessage(body: unknown): void {
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

function readSharedFields(form: Content): Omit<MessageForm, 'enforceNonce'> {
  const embeds = form.embeds ?? undefined;
  if (embeds) assertEmbedTotal(embeds);
  return {
    content: form.content?.trim(),
    embeds: embeds ? dropRepeatedUrls(embeds.map(toShownEmbed)) : undefined,
    components: form.components?.map((row) => ({ ...row })),
    flags: form.flags ?? undefined,
    allowedMentions: form.allowed_mentions ?? undefined,
  };
}

/** Checks that all embeds of a message together have at most 6,000 characters. */
function assertEmbedTotal(embeds: readonly Embed[]): void {
  const total = embeds.reduce((sum, one) => sum + embedLength(one), 0);
  if (total <= EMBED_TOTAL) return;
  throw invalidFormBody([
    {
      path: ['embeds'],
      code: 'MAX_EMBED_SIZE_EXCEEDED',
      message: `Embed size exceeds maximum size of ${EMBED_TOTAL}`,
    },
  ]);
}

function embedLength({ title, description, footer, author, fields: rows }: Embed): number {
  const texts = [title, description, footer?.text, author?.name];
  const fields = (rows ?? []).flatMap((field) => [field.name, field.value]);
  return [...texts, ...fields].reduce((sum, text) => sum + (text?.length ?? 0), 0);
}

/** Fields of embeds that Discord accepts from nobody, since it sets them itself. */
const IGNORED_FIELDS = new Set(['type', 'video', 'provider']);

function toShownEmbed(given: Embed): JsonObject {
  const kept = Object.entries(given).filter(
    ([name, value]) => !IGNORED_FIELDS.has(name) && (value ?? undefined) !== undefined,
  );
  return { type: 'rich', ...Object.fromEntries(kept), content_scan_version: 0 };
}

/** Removes later embeds with the same url, since Discord shows only the first. */
function dropRepeatedUrls(embeds: JsonObject[]): JsonObject[] {
  const seen = new Set<unknown>();
  return embeds.filter(({ url: address }) => {
    if (address === undefined) return true;
    if (seen.has(address)) return false;
    seen.add(address);
    return true;
  });
}
