import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { discordWorld } from '../fixed-ids.js';
import { startStandIn, type RunningStandIn } from './spec-support/start-stand-in.js';

const { guildId, channels, roles, users } = discordWorld;
const MEMBER = users[0]?.id ?? '';

/** Fields that every answer has, by Discord's published description of the API. */
const USER =
  'id username avatar discriminator public_flags flags banner accent_color global_name avatar_decoration_data primary_guild';
const GUILD =
  'id name icon description home_header splash discovery_splash features banner owner_id application_id region ' +
  'afk_channel_id afk_timeout system_channel_id system_channel_flags widget_enabled widget_channel_id ' +
  'verification_level roles default_message_notifications mfa_level explicit_content_filter max_presences ' +
  'max_members max_stage_video_channel_users max_video_channel_users vanity_url_code premium_tier ' +
  'premium_subscription_count preferred_locale rules_channel_id safety_alerts_channel_id ' +
  'public_updates_channel_id premium_progress_bar_enabled latest_onboarding_question_id nsfw nsfw_level emojis ' +
  'stickers incidents_data hub_type approximate_member_count approximate_presence_count';
const ANSWERS: [string, string, string][] = [
  ['a server', `/guilds/${guildId}?with_counts=true`, GUILD],
  ['a person', `/users/${MEMBER}`, USER],
  [
    'a member',
    `/guilds/${guildId}/members/${MEMBER}`,
    'avatar avatar_decoration_data banner communication_disabled_until flags joined_at nick pending premium_since roles user mute deaf',
  ],
  [
    'a channel',
    `/channels/${channels.orders}`,
    'id type name guild_id position permission_overwrites flags last_message_id',
  ],
];

describe('what Discord documents', () => {
  let standIn: RunningStandIn;
  beforeAll(async () => {
    standIn = await startStandIn();
  });
  afterAll(() => standIn.stop());

  it.each(ANSWERS)('is all there: %s', async (_, path, fields) => {
    const { status, body } = await standIn.rest('GET', path);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(expect.arrayContaining(fields.split(' ')));
  });

  it('is all there: a role, and the person within a member and a message', async () => {
    const { list } = await standIn.rest('GET', `/guilds/${guildId}/roles`);
    const staff = list.find(({ id }) => id === roles.staff);
    expect(Object.keys(staff ?? {})).toEqual(
      expect.arrayContaining(
        'id name description permissions position color colors hoist managed mentionable icon unicode_emoji flags'.split(
          ' ',
        ),
      ),
    );
    const { body: member } = await standIn.rest('GET', `/guilds/${guildId}/members/${MEMBER}`);
    const { body: message } = await standIn.rest('POST', `/channels/${channels.orders}/messages`, {
      content: 'x',
    });
    for (const person of [member['user'], message['author']])
      expect(Object.keys(Object(person))).toEqual(expect.arrayContaining(USER.split(' ')));
    expect(Object.keys(message)).toEqual(
      expect.arrayContaining(
        'type content mentions mention_roles attachments embeds timestamp edited_timestamp flags components id channel_id author pinned mention_everyone tts'.split(
          ' ',
        ),
      ),
    );
  });

  const MESSAGES = `/channels/${channels.orders}/messages`;
  const ROLE = `/guilds/${guildId}/members/${MEMBER}/roles/${roles.vip}`;
  it.each([
    ['a field', 'POST', MESSAGES, { content: 'x', colour: 1 }, ['colour']],
    ['a field below', 'POST', MESSAGES, { embeds: [{ title: 'x', titel: 'y' }] }, ['embeds', '0', 'titel']],
    [
      'a field of a component',
      'POST',
      MESSAGES,
      { components: [{ type: 1, components: [{ type: 2, style: 5, label: 'x', href: 'y' }] }] },
      ['components', '0', 'components', '0', 'href'],
    ],
    ['a body', 'PUT', ROLE, { reason: 'x' }, ['reason']],
    ['a question', 'POST', `${MESSAGES}?wait=true`, { content: 'x' }, ['wait']],
    ['more than it takes', 'PATCH', `/channels/${channels.orders}`, { name: 'x'.repeat(101) }, ['name']],
  ] as const)('is refused: %s that the description does not have', async (_, method, path, body, at) => {
    const answer = await standIn.rest(method, path, body);
    expect([answer.status, answer.body['code']]).toEqual([400, 50_035]);
    const code = at[0] === 'name' ? 'BASE_TYPE_MAX_LENGTH' : 'UNDOCUMENTED';
    expect(answer.body['errors']).toHaveProperty([...at, '_errors', '0', 'code'], code);
  });

  it('takes what a library adds to every message only where it says no', async () => {
    const body = { type: 4, data: { content: 'x', enforce_nonce: true } };
    const answer = await standIn.rest('POST', '/interactions/1/token/callback', body);
    expect(answer.body['errors']).toHaveProperty(
      ['data', 'enforce_nonce', '_errors', '0', 'code'],
      'BASE_TYPE_CHOICES',
    );
    const known = await standIn.rest('POST', '/interactions/1/token/callback', {
      ...body,
      data: { content: 'x', tts: false, enforce_nonce: false },
    });
    expect(known.body['code']).not.toBe(50_035);
  });

  it('is refused: a call without a name of its own', async () => {
    const status = (agent: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const headers = { authorization: 'Bot spec-bot-token', 'user-agent': agent };
        request(`${standIn.apiUrl}/v10/users/@me`, { headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        })
          .on('error', reject)
          .end();
      });
    expect(await status('')).toBe(403);
    expect(await status(' ')).toBe(403);
    expect(await status('DiscordBot (https://shop.example, 1)')).toBe(200);
  });

  it('distinguishes an unknown server, member and person', async () => {
    const codes = await Promise.all(
      [
        `/guilds/1184301928354734999/members/${MEMBER}`,
        `/guilds/${guildId}/members/${users.at(-1)?.id}`,
        `/guilds/${guildId}/members/1184301928354734998`,
      ].map(async (path) => (await standIn.rest('GET', path)).body['code']),
    );
    expect(codes).toEqual([10_004, 10_007, 10_013]);
  });
});
