import { type Hub, newCode } from '../core/hub.js';
import { PERMISSION } from '../core/permissions.js';
import type { InteractionRow, JsonObject, MessageRow } from '../core/state.js';
import { channelJson, memberJson, messageJson, userJson } from '../core/json-views.js';

const ALL_BITS = Object.values(PERMISSION).reduce((sum, bit) => sum | bit, 0n);

/** Data of the event INTERACTION_CREATE. */
export function interactionPayload(
  hub: Hub,
  row: InteractionRow,
  data: JsonObject,
  source: MessageRow | undefined,
): JsonObject {
  const channel = hub.getChannel(row.channelId);
  const member = channel.type !== 1 ? hub.findMember(row.userId) : undefined;
  const getPermissionBits = (userId: string): string =>
    (hub.permissionsIn(userId, channel) & ALL_BITS).toString();
  const who = member
    ? { member: { ...memberJson(hub, member), permissions: getPermissionBits(row.userId) } }
    : { user: userJson(hub.getUser(row.userId)) };
  const where = member
    ? {
        guild_id: hub.world.guildId,
        guild: { id: hub.world.guildId, locale: 'en-US', features: [] },
        guild_locale: 'en-US',
        context: 0,
      }
    : { context: 1 };
  return {
    id: row.id,
    application_id: hub.world.applicationId,
    type: row.type,
    token: row.token,
    version: 1,
    channel_id: channel.id,
    channel: channelJson(hub, channel),
    data,
    ...who,
    ...where,
    ...(source ? { message: messageJson(hub, source) } : {}),
    app_permissions: getPermissionBits(hub.world.botUserId),
    locale: 'en-US',
    entitlements: [],
    authorizing_integration_owners: { 0: member ? hub.world.guildId : '0' },
    attachment_size_limit: 10_485_760,
  };
}

/** Time for which an application may answer an interaction, ms. */
export const INTERACTION_LIFE_MS = 15 * 60_000;

/** Numbers that Discord uses for kinds of interactions. */
export const INTERACTION = { COMMAND: 2, COMPONENT: 3, AUTOCOMPLETE: 4, MODAL: 5 } as const;

export interface InteractionStart {
  readonly type: number;
  readonly userId: string;
  readonly channelId: string;
  readonly data: JsonObject;
  readonly commandName?: string;
  readonly source?: MessageRow;
  /** Parts of the event that the application does not receive. */
  readonly without?: readonly string[];
}

/** Open interactions: a person's action starts one, and the bot has a few seconds for its first answer. */
export class Interactions {
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly hub: Hub,
    private readonly firstAnswerMs: number,
  ) {
    for (const row of hub.state.interactions) if (row.state === 'waiting') row.state = 'failed';
  }

  /** Sends an interaction to the application; without a first answer in time, the interaction fails. */
  startInteraction(request: InteractionStart): InteractionRow {
    const { hub } = this;
    const oldest = hub.now() - INTERACTION_LIFE_MS;
    hub.state.interactions = hub.state.interactions.filter((one) => one.createdAt > oldest);
    const row: InteractionRow = {
      id: hub.newId(),
      token: newCode(64),
      type: request.type,
      userId: request.userId,
      channelId: request.channelId,
      createdAt: hub.now(),
      state: 'waiting',
      answerType: null,
      commandName: request.commandName ?? null,
      sourceId: request.source?.id ?? null,
      originalId: null,
      followupIds: [],
      modal: null,
      choices: null,
    };
    hub.state.interactions.push(row);
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (row.state !== 'waiting') return;
      row.state = 'failed';
      hub.commitChange();
    }, this.firstAnswerMs);
    this.timers.add(timer);
    const payload = interactionPayload(hub, row, request.data, request.source);
    for (const part of request.without ?? []) delete payload[part];
    hub.publish({ type: 'INTERACTION_CREATE', data: payload, intents: 0 });
    hub.commitChange();
    return row;
  }

  findInteraction(id: string): InteractionRow | undefined {
    return this.hub.state.interactions.find((one) => one.id === id);
  }

  findByToken(token: string): InteractionRow | undefined {
    return this.hub.state.interactions.find((one) => one.token === token);
  }

  /** True when the application's time for answering an interaction is over. */
  isExpired(row: InteractionRow): boolean {
    return row.createdAt + INTERACTION_LIFE_MS <= this.hub.now();
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }
}
