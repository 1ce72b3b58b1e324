import Fastify from 'fastify';
import { FaultRegistry } from '../../faults.js';
import { discordWorld } from '../../fixed-ids.js';
import type { DiscordStandInOptions } from '../core/context.js';
import { asObject, asObjects } from '../core/json-values.js';
import type { JsonObject } from '../core/state.js';
import { createDiscordStandIn } from '../discord-stand-in.js';

/** A stand-in running for a spec: its addresses, its fault registry and its credentials. */
export interface RunningStandIn {
  /** Base address of the stand-in, `http://127.0.0.1:port/discord`. */
  readonly base: string;
  readonly apiUrl: string;
  readonly faults: FaultRegistry;
  /** Reads the stored state, as the next start would. */
  saved(): unknown;
  /** Makes a REST call as the bot (`path` below `/v10`). @returns status, headers and parsed body */
  rest(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<RestAnswer>;
  /** Sends JSON to one of the control addresses below the base address. */
  act(path: string, body: unknown): Promise<RestAnswer>;
  stop(): Promise<void>;
}

export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed body of an answer, when it is an object. */
  readonly body: JsonObject;
  /** Parsed body of an answer, when it is a list. */
  readonly list: JsonObject[];
}

export const specCredentials = {
  botToken: 'spec-bot-token',
  clientId: discordWorld.applicationId,
  clientSecret: 'spec-client-secret',
  publicUrl: 'http://127.0.0.1:3999',
} as const;

/** Starts a stand-in on a free port, for a spec. */
export async function startStandIn(overrides: Partial<DiscordStandInOptions> = {}): Promise<RunningStandIn> {
  const faults = new FaultRegistry();
  let kept: unknown;
  const app = Fastify();
  const standIn = createDiscordStandIn({
    world: discordWorld,
    ...specCredentials,
    basePath: '/discord',
    store: { load: async () => undefined, save: (state) => (kept = state) },
    faults,
    ...overrides,
  });
  await standIn.register(app);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const base = `${address}/discord`;
  const callRestApi = async (
    method: string,
    url: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<RestAnswer> => {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed: unknown = text === '' ? undefined : JSON.parse(text);
    return {
      status: response.status,
      headers: response.headers,
      body: asObject(parsed),
      list: asObjects(parsed),
    };
  };
  return {
    base,
    apiUrl: `${base}/api`,
    faults,
    saved: () => structuredClone(kept),
    rest: (method, path, body, headers = {}) =>
      callRestApi(method, `${base}/api/v10${path}`, body, {
        authorization: `Bot ${specCredentials.botToken}`,
        ...headers,
      }),
    act: (path, body) => callRestApi('POST', `${base}${path}`, body, {}),
    stop: async () => {
      await app.close();
      await standIn.close();
    },
  };
}
