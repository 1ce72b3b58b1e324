import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ApplicationCommandType,
  Events,
  ComponentType,
  MessageFlags,
  Routes,
  TextInputStyle,
  SlashCommandBuilder,
  type Client,
  type Interaction,
  type TextChannel,
} from 'discord.js';
import { discordWorld } from '../fixed-ids.js';
import { asObjects } from './core/json-values.js';
import { connectClient, fetchTextChannel } from './spec-support/real-client.js';
import { startStandIn, type RunningStandIn } from './spec-support/start-stand-in.js';

const { orders } = discordWorld.channels;
/** Time for a first answer: longer than a busy machine needs, and short for a spec that never answers. */
const PATIENT_MS = 10_000;
const IMPATIENT_MS = 250;
const button = {
  type: 1,
  components: [{ type: 2, style: 1, label: 'Complete', custom_id: 'complete:7' }],
} as const;

describe('interactions, through the real client', () => {
  let standIn: RunningStandIn;
  let client: Client<true>;
  let channel: TextChannel;

  const start = async (firstAnswerMs: number): Promise<void> => {
    standIn = await startStandIn({ firstAnswerMs });
    client = await connectClient(standIn);
    channel = await fetchTextChannel(client, orders);
  };
  const stop = async (): Promise<void> => {
    await client.destroy();
    await standIn.stop();
  };
  beforeEach(() => start(PATIENT_MS));
  afterEach(stop);

  /** Answers the next interaction; the returned promise rejects with an error of the answer. */
  const onNext = (answer: (interaction: Interaction) => Promise<unknown>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      client.once(Events.InteractionCreate, (interaction) => {
        answer(interaction).then(resolve, reject);
      });
    });

  const press = (message: { id: string }, user = 'mira.staff') =>
    standIn.act('/actions/button', { user, channel: 'orders', message: message.id, customId: 'complete:7' });

  it('runs a registered command with checked options and shows an ephemeral answer to its person only', async () => {
    const command = new SlashCommandBuilder()
      .setName('order')
      .setDescription('Shows an order')
      .addIntegerOption((option) => option.setName('id').setDescription('Its number').setRequired(true));
    await client.application.commands.set([command], discordWorld.guildId);
    const answered = onNext(async (interaction) => {
      if (!interaction.isChatInputCommand()) throw new Error('not a command');
      await interaction.reply({
        content: `order ${interaction.options.getInteger('id', true)} for ${interaction.user.username}`,
        flags: MessageFlags.Ephemeral,
      });
    });
    const seen = await standIn.act('/actions/command', {
      user: 'coalheart',
      name: 'order',
      options: { id: '7' },
    });
    await answered;
    expect(seen.body).toMatchObject({
      state: 'answered',
      ephemeral: true,
      message: { content: 'order 7 for coalheart', flags: 64 },
    });
    const missing = await standIn.act('/actions/command', { user: 'coalheart', name: 'order' });
    expect(missing.status).toBe(400);
    const unknown = await standIn.act('/actions/command', { user: 'coalheart', name: 'nothing' });
    expect(unknown.body['code']).toBe(10063);
  });

  it('runs a command in the menu of a member, which the client reads with its target', async () => {
    const name = 'Orders of this member';
    await client.application.commands.set(
      [{ type: ApplicationCommandType.User, name, nameLocalizations: { de: 'Bestellungen' } }],
      discordWorld.guildId,
    );
    const use = (body: object) =>
      standIn.act('/actions/member-command', { user: 'mira.staff', target: 'coalheart', name, ...body });
    const answered = onNext(async (interaction) => {
      if (!interaction.isUserContextMenuCommand()) throw new Error('not a menu');
      const { commandName, targetUser, targetMember } = interaction;
      const shown = `${commandName}: ${targetUser.username}, a member: ${targetMember !== null}`;
      await interaction.reply({ content: shown, flags: MessageFlags.Ephemeral });
    });
    const seen = await use({});
    await answered;
    expect(seen.body).toMatchObject({
      state: 'answered',
      ephemeral: true,
      message: { content: `${name}: coalheart, a member: true` },
    });
    for (const body of [{ name: 'Orders' }, { target: 'nobody' }, { channel: 'dm', user: 'nobody' }])
      expect((await use(body)).status).toBeGreaterThanOrEqual(400);
  });

  it('turns a button press into an update of its message', async () => {
    const message = await channel.send({ content: 'open', components: [button] });
    const answered = onNext(async (interaction) => {
      if (!interaction.isButton()) throw new Error('not a button');
      expect(interaction.member).toMatchObject({ user: { username: 'mira.staff' } });
      await interaction.update({ content: 'done', components: [] });
    });
    const seen = await press(message);
    await answered;
    expect(seen.body).toMatchObject({
      state: 'updated',
      message: { id: message.id, content: 'done', components: [] },
    });
    const gone = await press(message);
    expect(gone.status).toBe(404);
  });

  it('fills a deferred answer by an edit and adds follow-ups', async () => {
    const message = await channel.send({ content: 'open', components: [button] });
    const answered = onNext(async (interaction) => {
      if (!interaction.isButton()) throw new Error('not a button');
      await interaction.deferReply({ flags: MessageFlags.Ephemeral });
      await interaction.editReply('order completed');
    });
    const seen = await press(message);
    await answered;
    expect(seen.body).toMatchObject({
      state: 'answered',
      ephemeral: true,
      message: { content: 'order completed' },
    });

    const updated = onNext(async (interaction) => {
      if (!interaction.isButton()) throw new Error('not a button');
      await interaction.deferUpdate();
      await interaction.followUp({ content: 'noted' });
    });
    const second = await press(message);
    await updated;
    expect(second.body).toMatchObject({ state: 'updated', followups: [{ content: 'noted' }] });
  });

  it('fails an interaction without a first answer in time, and refuses the late one', async () => {
    await stop();
    await start(IMPATIENT_MS);
    const message = await channel.send({ content: 'open', components: [button] });
    let late: Interaction | undefined;
    const heard = onNext(async (interaction) => {
      late = interaction;
    });
    const seen = await press(message);
    await heard;
    expect(seen.body).toMatchObject({ state: 'failed', notice: 'The application did not respond' });
    if (!late?.isButton()) throw new Error('no button was heard of');
    await expect(late.reply('late')).rejects.toMatchObject({ code: 10062 });
  });

  it('refuses a second first answer', async () => {
    const message = await channel.send({ content: 'open', components: [button] });
    const answered = onNext(async (interaction) => {
      if (!interaction.isButton()) throw new Error('not a button');
      const callback = Routes.interactionCallback(interaction.id, interaction.token);
      await client.rest.post(callback, { auth: false, body: { type: 4, data: { content: 'one' } } });
      await client.rest.post(callback, { auth: false, body: { type: 4, data: { content: 'two' } } });
    });
    await Promise.all([press(message), expect(answered).rejects.toMatchObject({ code: 40060 })]);
  });

  it('opens a window and submits it', async () => {
    const message = await channel.send({ content: 'open', components: [button] });
    const opened = onNext(async (interaction) => {
      if (!interaction.isButton()) throw new Error('not a button');
      await interaction.showModal({
        customId: 'reason',
        title: 'Why?',
        components: [
          {
            type: ComponentType.ActionRow,
            components: [
              {
                type: ComponentType.TextInput,
                customId: 'text',
                label: 'Reason',
                style: TextInputStyle.Short,
                minLength: 3,
              },
            ],
          },
        ],
      });
    });
    const seen = await press(message);
    await opened;
    expect(seen.body).toMatchObject({ state: 'modal', modal: { title: 'Why?' } });
    const submit = (text: string) =>
      standIn.act('/actions/modal', {
        user: 'mira.staff',
        interaction: seen.body['interaction'],
        values: { text },
      });
    expect((await submit('no')).status).toBe(400);
    const submitted = onNext(async (interaction) => {
      if (!interaction.isModalSubmit() || !interaction.isFromMessage()) throw new Error('not a window');
      await interaction.update(`because ${interaction.fields.getTextInputValue('text')}`);
    });
    const result = await submit('sold out');
    await submitted;
    expect(result.body).toMatchObject({
      state: 'updated',
      message: { id: message.id, content: 'because sold out' },
    });
  });

  it('completes what is being typed', async () => {
    const command = new SlashCommandBuilder()
      .setName('stock')
      .setDescription('Shows stock')
      .addStringOption((option) => option.setName('product').setDescription('Which').setAutocomplete(true));
    await client.application.commands.set([command]);
    const answered = onNext(async (interaction) => {
      if (!interaction.isAutocomplete()) throw new Error('nothing is typed');
      await interaction.respond([{ name: `${interaction.options.getFocused()}tra`, value: '1' }]);
    });
    const seen = await standIn.act('/actions/autocomplete', {
      user: 'coalheart',
      channel: 'dm',
      name: 'stock',
      options: { product: 'Ely' },
      focused: 'product',
    });
    await answered;
    expect(seen.body).toMatchObject({ state: 'choices', choices: [{ name: 'Elytra', value: '1' }] });
  });

  it('hides the staff’s channels from customers', async () => {
    const message = await channel.send({ content: 'open', components: [button] });
    const seen = await press(message, 'coalheart');
    expect(seen).toMatchObject({ status: 403, body: { code: 50001 } });
  });

  it('never shows an ephemeral answer in the channel’s history', async () => {
    const message = await channel.send({ content: 'open', components: [button] });
    const answered = onNext(async (interaction) => {
      if (!interaction.isButton()) throw new Error('not a button');
      await interaction.reply({ content: 'secret', flags: MessageFlags.Ephemeral });
    });
    await press(message);
    await answered;
    const { list } = await standIn.rest('GET', `/channels/${orders}/messages`);
    expect(list.map((one) => one['content'])).toEqual(['open']);
    const log = await fetch(`${standIn.base}/log?since=0`);
    const calls = asObjects(Object(await log.json()).calls);
    expect(calls.filter((call) => String(call['path']).endsWith('/callback'))).toHaveLength(1);
  });
});
