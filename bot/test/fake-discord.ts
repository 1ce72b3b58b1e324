import { z } from 'zod';
import { JsonServer, type JsonAnswer, type JsonCall } from './json-server.js';

/** A message as the server stores it. */
export interface StoredMessage {
  id: string;
  channelId: string;
  author: { id: string };
  nonce?: string;
  embeds: { title?: string; description?: string; footer?: { text: string } }[];
  components: unknown[];
  content: string;
  edits: unknown[];
}
/** Faults of the next calls to a channel or a message. */
export type Fault =
  | 'rate-limit'
  | 'server-error'
  | 'cut-after-accept'
  | 'forbidden'
  | 'unknown-channel'
  | 'unauthorized';

export const BOT_USER = '1184299640417775616';

const text = (max: number) => z.string().max(max);
const embed = z.looseObject({
  title: text(256).optional(),
  description: text(4096).optional(),
  url: z.never('equal urls hide embeds').optional(),
  footer: z.looseObject({ text: text(2048) }).optional(),
  fields: z
    .array(z.looseObject({ name: text(256).min(1), value: text(1024).min(1) }))
    .max(25)
    .optional(),
});
const button = z.looseObject({ type: z.literal(2), custom_id: text(100), label: text(80) });
const select = z.looseObject({
  type: z.literal(3),
  custom_id: text(100),
  options: z
    .array(z.looseObject({ label: text(100), value: text(100), description: text(100).optional() }))
    .min(1)
    .max(25),
});
const row = z.looseObject({
  components: z.array(z.union([button, select])).max(5),
});
const messageBody = z.looseObject({
  content: text(2000).optional(),
  embeds: z.array(embed).max(10),
  components: z.array(row).max(5),
  allowed_mentions: z.strictObject({ parse: z.array(z.string()), roles: z.array(z.string()).optional() }),
  nonce: text(25).optional(),
  enforce_nonce: z.boolean().optional(),
});
type MessageBody = z.output<typeof messageBody>;

/**
 * Serves messages at `/v10/channels`, as strict as Discord: sizes, duplicate custom ids, nonces; faults can be
 * scripted.
 */
export class FakeDiscord {
  readonly messages: StoredMessage[] = [];
  readonly calls: (JsonCall & { at: number; status: number })[] = [];
  /** Text for which the server rejects a message. */
  rejectedText: string | undefined;
  /** True when messages are returned with their nonce. */
  returnsNonces = true;
  private readonly faults = new Map<string, (Fault | JsonAnswer)[]>();
  private readonly lastingFaults = new Map<string, Fault | JsonAnswer>();
  private nonces = new Map<string, string>();
  private lastId = BigInt(Date.now() - 1_420_070_400_000) << 22n;
  private held: { channelId: string; when: 'before' | 'after'; until: Promise<void> } | undefined;
  private readonly server = new JsonServer((call) => this.answer(call));

  async start(): Promise<string> {
    return `${await this.server.start()}/api`;
  }
  stop(): Promise<void> {
    return this.server.stop();
  }
  get port(): number {
    return this.server.port;
  }

  /** Scripts the next calls to a channel or message: each a fault, or the whole answer. */
  scriptFaults(channelId: string, ...faults: (Fault | JsonAnswer)[]): void {
    this.faults.set(channelId, faults);
  }
  /** Refuses every new message of a channel with a fault. @returns a function that ends this */
  refuseMessages(channelId: string, fault: Fault | JsonAnswer): () => void {
    this.lastingFaults.set(channelId, fault);
    return () => void this.lastingFaults.delete(channelId);
  }
  /** Sets the age of the messages that follow, ms. */
  setMessageAge(ms: number): void {
    this.lastId = BigInt(Date.now() - ms - 1_420_070_400_000) << 22n;
  }
  /**
   * Holds the next new message of a channel: before the server receives it, or only its answer.
   * @returns a function that releases it
   */
  holdNextMessage(channelId: string, when: 'before' | 'after'): () => void {
    let release = (): void => undefined;
    this.held = { channelId, when, until: new Promise((resolve) => (release = resolve)) };
    return release;
  }
  /** True while a message is held. */
  get isHolding(): boolean {
    return this.held === undefined;
  }
  forgetNonces(): void {
    this.nonces = new Map();
  }
  callsTo(channelId: string, method: string): (JsonCall & { at: number; status: number })[] {
    return this.calls.filter((call) => call.method === method && call.path.includes(channelId));
  }
  /** Counts how often each post's number occurs in all channels. */
  countPosts(): Map<string, number> {
    const counts = new Map<string, number>();
    const count = (number: string) => counts.set(number, (counts.get(number) ?? 0) + 1);
    for (const { embeds } of this.messages)
      for (const { footer } of embeds) count(/Post \d+$/.exec(footer?.text ?? '')?.[0] ?? '?');
    return counts;
  }

  private async answer(call: JsonCall): Promise<JsonAnswer> {
    const { held } = this;
    if (!held || call.method !== 'POST' || !call.path.includes(held.channelId))
      return this.answerAndRecord(call);
    this.held = undefined;
    if (held.when === 'before') await held.until;
    const answer = this.answerAndRecord(call);
    await held.until;
    return answer;
  }

  private answerAndRecord(call: JsonCall): JsonAnswer {
    const answer = this.route(call);
    this.calls.push({ ...call, at: performance.now(), status: answer === 'cut' ? 0 : answer.status });
    return answer;
  }

  private route(call: JsonCall): JsonAnswer {
    const [, channelId = '', messageId] =
      /^\/api\/v10\/channels\/(\d+)\/messages(?:\/(\d+))?$/.exec(call.path) ?? [];
    if (call.path === '/api/v10/gateway/bot' || call.path === '/api/v10/users/@me')
      return refusalAnswer(401, 0, '401: Unauthorized');
    if (channelId === '') return refusalAnswer(404, 0, '404: Not Found');
    const lasting = call.method === 'POST' ? this.lastingFaults.get(channelId) : undefined;
    const fault =
      lasting ?? this.faults.get(messageId ?? channelId)?.shift() ?? this.faults.get(channelId)?.shift();
    if (typeof fault === 'object') return fault;
    if (fault === 'rate-limit') return rateLimitAnswer();
    if (fault === 'server-error') return { status: 502 };
    if (fault === 'forbidden') return refusalAnswer(403, 50_001, 'Missing Access');
    if (fault === 'unknown-channel') return refusalAnswer(404, 10_003, 'Unknown Channel');
    if (fault === 'unauthorized') return refusalAnswer(401, 0, '401: Unauthorized');
    if (call.method === 'GET') return this.list(channelId, call.query);
    const body = messageBody.safeParse(call.body);
    const wrong = body.success ? this.findBodyFault(body.data) : z.prettifyError(body.error);
    if (!body.success || wrong !== undefined)
      return refusalAnswer(400, 50_035, `Invalid Form Body: ${wrong}`);
    const answer = messageId ? this.edit(channelId, messageId, body.data) : this.create(channelId, body.data);
    return fault === 'cut-after-accept' ? 'cut' : answer;
  }

  private findBodyFault(body: MessageBody): string | undefined {
    const size = body.embeds.reduce((sum, one) => sum + countCharacters(one), 0);
    if (size > 6_000 || body.embeds.length === 0) return `embeds of ${size} characters`;
    const ids = body.components.flatMap(({ components }) => components.map(({ custom_id: id }) => id));
    if (new Set(ids).size !== ids.length) return 'equal custom ids';
    return this.rejectedText !== undefined && JSON.stringify(body).includes(this.rejectedText)
      ? 'poison'
      : undefined;
  }

  private create(channelId: string, { nonce, enforce_nonce: enforced, ...body }: MessageBody): JsonAnswer {
    const known = this.messages.find((message) => enforced && message.id === this.nonces.get(nonce ?? ''));
    if (known) return { status: 200, body: known };
    this.lastId += 1n << 22n;
    const message: StoredMessage = {
      id: this.lastId.toString(),
      channelId,
      author: { id: BOT_USER },
      nonce,
      embeds: body.embeds,
      components: body.components,
      content: body.content ?? '',
      edits: [],
    };
    this.messages.push(message);
    if (nonce !== undefined) this.nonces.set(nonce, message.id);
    return { status: 200, body: message };
  }

  private edit(channelId: string, messageId: string, body: MessageBody): JsonAnswer {
    const message = this.messages.find((one) => one.id === messageId && one.channelId === channelId);
    if (!message) return refusalAnswer(404, 10_008, 'Unknown Message');
    if (message.author.id !== BOT_USER)
      return refusalAnswer(403, 50_005, 'Cannot edit a message authored by another user');
    Object.assign(message, { embeds: body.embeds, components: body.components });
    message.edits.push(body);
    return { status: 200, body: message };
  }

  private list(channelId: string, query: URLSearchParams): JsonAnswer {
    const after = BigInt(query.get('after') ?? '0');
    const rest = this.messages.filter(
      (message) => message.channelId === channelId && BigInt(message.id) > after,
    );
    const page = rest.slice(0, Number(query.get('limit') ?? '50')).toReversed();
    return {
      status: 200,
      body: this.returnsNonces ? page : page.map((message) => ({ ...message, nonce: undefined })),
    };
  }
}

function countCharacters({ title, description, footer, fields }: MessageBody['embeds'][number]): number {
  const texts = [
    title,
    description,
    footer?.text,
    ...(fields ?? []).flatMap(({ name, value }) => [name, value]),
  ];
  return texts.reduce((sum, one) => sum + (one?.length ?? 0), 0);
}

const refusalAnswer = (status: number, code: number, message: string): JsonAnswer => ({
  status,
  body: { code, message },
});
const rateLimitAnswer = (): JsonAnswer => ({
  status: 429,
  headers: { 'retry-after': '1', 'x-ratelimit-scope': 'user' },
  body: { message: 'You are being rate limited.', retry_after: 1, global: false },
});
/** Discord's answer after too many edits of messages older than an hour. */
export const oldEditLimitAnswer = (seconds: number): JsonAnswer => ({
  status: 429,
  headers: { 'retry-after': String(seconds) },
  body: {
    code: 30_046,
    message: 'Maximum number of edits to messages older than 1 hour reached. Try again later',
    retry_after: seconds,
  },
});
