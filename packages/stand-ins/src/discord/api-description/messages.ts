import { z } from 'zod';
import { messageComponents, modal } from './components.js';
import { formIssue, nonBlank, flags, localizedTexts, snowflake, url } from './field-types.js';

// Schemas of messages and of answers to interactions.

const media = z.strictObject({
  url,
  width: z.int().nullish(),
  height: z.int().nullish(),
  placeholder: z.string().max(64).nullish(),
  placeholder_version: z.int().min(0).nullish(),
  is_animated: z.boolean().nullish(),
  description: z.string().max(4_096).nullish(),
});

export const embed = z.strictObject({
  type: z.string().nullish(),
  url: url.nullish(),
  title: z.string().max(256).nullish(),
  color: z.int().min(0).max(0xffffff).nullish(),
  timestamp: z
    .string()
    .refine((value) => !Number.isNaN(Date.parse(value)), {
      message: 'Could not parse datetime.',
      params: { code: 'DATE_TIME_TYPE_PARSE' },
    })
    .nullish(),
  description: z.string().max(4_096).nullish(),
  author: z
    .strictObject({
      name: nonBlank(256),
      url: url.nullish(),
      icon_url: url.nullish(),
    })
    .nullish(),
  image: media.nullish(),
  thumbnail: media.nullish(),
  video: media.nullish(),
  footer: z
    .strictObject({
      text: nonBlank(2_048),
      icon_url: url.nullish(),
    })
    .nullish(),
  provider: z.strictObject({ name: z.string().max(256).nullish(), url: url.nullish() }).nullish(),
  fields: z
    .array(
      z.strictObject({
        name: nonBlank(256),
        value: nonBlank(1_024),
        inline: z.boolean().default(false),
      }),
    )
    .max(25)
    .nullish(),
});

const mentions = z
  .strictObject({
    parse: z.array(z.enum(['users', 'roles', 'everyone'])).nullish(),
    users: z.array(snowflake).max(100).nullish(),
    roles: z.array(snowflake).max(100).nullish(),
    replied_user: z.boolean().nullish(),
  })
  .superRefine((value, context) => {
    for (const kind of ['users', 'roles'] as const)
      if (value.parse?.includes(kind) === true && (value[kind]?.length ?? 0) > 0)
        context.addIssue(
          formIssue(
            'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
            `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
          ),
        );
  });

const pollMedia = (most: number) =>
  z.strictObject({
    text: z.string().min(1).max(most),
    emoji: z
      .strictObject({
        id: snowflake.nullish(),
        name: z.string().max(32).nullish(),
        animated: z.boolean().nullish(),
      })
      .nullish(),
  });
/** Polls are not simulated, but invalid ones are refused. */
const poll = z.strictObject({
  question: pollMedia(300),
  answers: z
    .array(z.strictObject({ poll_media: pollMedia(55) }))
    .min(1)
    .max(10),
  allow_multiselect: z.boolean().nullish(),
  layout_type: z.literal(1).nullish(),
  duration: z.int().min(1).max(768).nullish(),
});

/** Fields that all messages have. */
const common = {
  embeds: z.array(embed).max(10).nullish(),
  allowed_mentions: mentions.nullish(),
  components: messageComponents.nullish(),
  flags: flags.nullish(),
  attachments: z
    .array(z.strictObject({ id: snowflake }))
    .max(10)
    .nullish(),
  // Field that some calls do not document; only `false` is accepted, since discord.js always sends it.
  tts: z.literal(false).nullish(),
  nonce: z.null().optional(),
  enforce_nonce: z.literal(false).nullish(),
};

export const newMessage = z.strictObject({
  ...common,
  content: z.string().max(2_000).nullish(),
  sticker_ids: z.array(snowflake).max(3).nullish(),
  poll: poll.nullish(),
  message_reference: z
    .strictObject({
      guild_id: snowflake.nullish(),
      channel_id: snowflake.nullish(),
      message_id: snowflake,
      fail_if_not_exists: z.boolean().nullish(),
      type: z.literal(0).nullish(),
    })
    .nullish(),
  nonce: z.union([z.string().max(25), z.int()]).nullish(),
  enforce_nonce: z.boolean().nullish(),
  tts: z.boolean().nullish(),
});

export const editedMessage = z.strictObject({
  ...common,
  content: z.string().max(2_000).nullish(),
  sticker_ids: z.array(snowflake).max(3).nullish(),
});

const answer = z.strictObject({
  ...common,
  content: z.string().max(2_000).nullish(),
  poll: poll.nullish(),
  tts: z.boolean().nullish(),
});

export const followUp = z.strictObject({
  ...answer.shape,
  username: z.string().min(1).max(80).nullish(),
  avatar_url: url.nullish(),
  thread_name: z.string().max(100).nullish(),
  applied_tags: z.array(snowflake).max(5).nullish(),
});

export const editedAnswer = z.strictObject({
  ...common,
  content: z.string().max(2_000).nullish(),
  poll: poll.nullish(),
});

const proposals = z.strictObject({
  choices: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(100),
        name_localizations: localizedTexts(100),
        value: z.union([z.string().max(6_000), z.number()]),
      }),
    )
    .max(25)
    .nullish(),
});

/** First answer to an interaction, by its type. */
export const callback = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal(1) }),
  z.strictObject({ type: z.literal([4, 5]), data: answer.nullish() }),
  z.strictObject({ type: z.literal([6, 7]), data: editedAnswer.nullish() }),
  z.strictObject({ type: z.literal(8), data: proposals }),
  z.strictObject({ type: z.literal(9), data: modal }),
]);
