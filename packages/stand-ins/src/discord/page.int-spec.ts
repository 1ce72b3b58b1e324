import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { discordWorld } from '../fixed-ids.js';
import { asObject, asObjects } from './core/json-values.js';
import { specCredentials, startStandIn, type RunningStandIn } from './spec-support/start-stand-in.js';

const { orders } = discordWorld.channels;

describe('the page and the log', () => {
  let standIn: RunningStandIn;
  /** Clock that stands still, so that no second window of a limit begins on a slow machine. */
  const began = Date.now();

  beforeEach(async () => {
    standIn = await startStandIn({ clock: () => began });
  });

  afterEach(async () => {
    await standIn.stop();
  });

  const page = async (query: string): Promise<string> => (await fetch(`${standIn.base}/?${query}`)).text();

  it('serves its world to other programs', async () => {
    const world = asObject(await (await fetch(`${standIn.base}/world`)).json());
    expect(world).toMatchObject({
      apiUrl: standIn.apiUrl,
      botToken: specCredentials.botToken,
      guildId: discordWorld.guildId,
      channels: discordWorld.channels,
    });
    expect(asObjects(world['users']).map((user) => user['persona'])).toEqual([
      'operator',
      'staff',
      'customer',
      'customer',
      'customer',
      'stranger',
    ]);
  });

  it('shows text as text, to those who see the channel', async () => {
    const content = '<script>canary()</script>';
    await standIn.rest('POST', `/channels/${orders}/messages`, {
      content,
      embeds: [{ title: content, fields: [{ name: content, value: content }] }],
      components: [{ type: 1, components: [{ type: 2, style: 1, label: content, custom_id: content }] }],
    });
    const seen = await page('as=mira.staff&channel=orders');
    expect(seen).toContain('&lt;script&gt;canary()');
    expect(seen).not.toContain(content);
    expect(await page('as=coalheart&channel=orders')).not.toContain('canary');
    expect(await page('as=passer_by&channel=orders')).toContain('not a member');
  });

  it('says in the line of a pin what it is about (OWN-759)', async () => {
    const { body } = await standIn.rest('POST', `/channels/${orders}/messages`, { content: 'The board' });
    await standIn.rest('PUT', `/channels/${orders}/messages/pins/${String(body['id'])}`);
    const seen = await page('as=mira.staff&channel=orders');
    expect(seen.split('pinned a message to this channel')).toHaveLength(2);
    expect(seen).not.toContain('↳');
  });

  it('leads a link to a message to where it is drawn', async () => {
    const led = async (guild: string, channel: string): Promise<string | null> => {
      const address = `${standIn.base}/channels/${guild}/${channel}/77`;
      return (await fetch(address, { redirect: 'manual' })).headers.get('location');
    };
    const base = new URL(standIn.base).pathname.replace(/\/$/, '');
    expect(await led(discordWorld.guildId, orders)).toBe(`${base}/?channel=${orders}#m-77`);
    expect(await led('@me', '12')).toBe(`${base}/?channel=dm#m-77`);
  });

  it('draws a message of components with its buttons and pictures, as text', async () => {
    const content = '**Elytra** <script>canary()</script>';
    const accessory = { type: 2, style: 1, label: 'View', custom_id: 'view' };
    const { status } = await standIn.rest('POST', `/channels/${orders}/messages`, {
      flags: 1 << 15,
      components: [
        {
          type: 17,
          accent_color: 0xffb347,
          components: [
            { type: 9, components: [{ type: 10, content }], accessory },
            { type: 14 },
            {
              type: 9,
              components: [{ type: 10, content: 'art' }],
              accessory: { type: 11, media: { url: 'https://shop.example/a.png' } },
            },
          ],
        },
      ],
    });
    expect(status).toBe(200);
    const seen = await page('as=mira.staff&channel=orders');
    expect(seen).toContain('border-left-color:#ffb347');
    expect(seen).toMatch(/&quot;customId&quot;:&quot;view&quot;/);
    expect(seen).toContain('src="https://shop.example/a.png"');
    expect(seen).toContain('&lt;script&gt;canary()');
  });

  it('shows threads below their message and their channel, to those who see it (OWN-760)', async () => {
    const { body: sent } = await standIn.rest('POST', `/channels/${orders}/messages`, { content: 'Ticket' });
    const id = String(asObject(sent)['id']);
    const name = '#7 · <b>Where?';
    const opened = await standIn.rest('POST', `/channels/${orders}/messages/${id}/threads`, { name });
    expect(opened.status).toBe(201);
    await standIn.act('/actions/message', { user: 'mira.staff', channel: id, content: 'I have a look' });
    const above = await page('as=mira.staff&channel=orders');
    expect(above.split(`href="?as=mira.staff&amp;channel=${id}"`)).toHaveLength(3);
    expect(above).toMatch(/1\s+message/);
    const inside = await page(`as=mira.staff&channel=${id}`);
    expect(inside).toContain('# orders › #7 · &lt;b&gt;Where?');
    expect(inside).toContain('I have a look');
    expect(inside).not.toContain('<b>Where?');
    expect(await page(`as=coalheart&channel=${id}`)).not.toContain('Where?');
    await standIn.rest('PATCH', `/channels/${id}`, { archived: true });
    expect(await page('as=mira.staff&channel=orders')).toContain('archived');
    expect((await page('as=mira.staff&channel=orders')).split(`channel=${id}"`)).toHaveLength(2);
  });

  it('notifies watchers of changes', async () => {
    const abort = new AbortController();
    const stream = await fetch(`${standIn.base}/changes`, { signal: abort.signal });
    const reader = stream.body?.getReader();
    const read = async (): Promise<string> => new TextDecoder().decode((await reader?.read())?.value);
    const before = await read();
    await standIn.act('/actions/message', { user: 'coalheart', content: 'hello' });
    expect(await read()).not.toBe(before);
    abort.abort();
  });

  it('logs each call with its nonce and the people it calls', async () => {
    const body = { content: '<@516830472295546880> @everyone', nonce: 'n-1', enforce_nonce: true };
    await standIn.rest('POST', `/channels/${orders}/messages`, body);
    await standIn.rest('POST', `/channels/${orders}/messages`, body);
    await standIn.rest('GET', '/channels/1/messages');
    const log = asObject(await (await fetch(`${standIn.base}/log?since=0`)).json());
    expect(log['calls']).toMatchObject([
      { status: 200, nonce: 'n-1', mentions: { users: 1, roles: 0, everyone: true } },
      { status: 200, nonce: 'n-1', repeated: true },
      { status: 404, accepted: false },
    ]);
  });

  it('limits all calls of the bot together, but not reads by others', async () => {
    // All calls fall into one second, however slow the machine is.
    await standIn.stop();
    const second = Date.now();
    standIn = await startStandIn({ clock: () => second });
    const agent = { 'user-agent': 'DiscordBot (spec, 1)' };
    const look = () => standIn.rest('GET', `/channels/${orders}/messages`);
    const call = async (index: number) =>
      (await standIn.rest('GET', index % 2 ? `/channels/${orders}/messages` : '/users/@me', undefined, agent))
        .headers;
    const headers = await Promise.all(Array.from({ length: 60 }, (_, index) => call(index)));
    expect(headers.filter((one) => one.get('x-ratelimit-global') === 'true')).toHaveLength(10);
    expect((await look()).status).toBe(200);
  });
});
