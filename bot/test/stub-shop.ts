import type { CallAnswer, CallDefinition, CallInput } from '@pax/contracts';
import {
  ServerClock,
  ShopClient,
  type AnyCallInput,
  type CallArguments,
  type Page,
  type CallOptions,
} from '../src/shop-client.js';

export interface CallStub {
  readonly call: CallDefinition;
  respond(input: unknown): unknown;
}

type NoAnswer<C extends CallDefinition> = undefined extends CallAnswer<C> ? void : never;

/** Stubs the shop's answer to one call. */
export const stubCall = <C extends CallDefinition>(
  call: C,
  respond: (
    input: CallInput<C> & CallOptions,
  ) => CallAnswer<C> | NoAnswer<C> | Promise<CallAnswer<C> | NoAnswer<C>>,
): CallStub => ({ call, respond });

/** Stubs the shop's answer to a call for a page of a list. */
export const stubPage = <C extends CallDefinition>(
  call: C,
  respond: (input: CallInput<C> & CallOptions) => Page<CallAnswer<C>>,
): CallStub => ({ call, respond });

/** A shop that answers only the stubbed calls. */
export class StubShop extends ShopClient {
  private readonly stubs: ReadonlyMap<CallDefinition, CallStub>;

  constructor(...answers: readonly CallStub[]) {
    super({ url: 'http://127.0.0.1:9', token: '', clock: new ServerClock() });
    this.stubs = new Map(answers.map((one) => [one.call, one]));
  }

  override async call<C extends CallDefinition>(call: C, ...given: CallArguments<C>): Promise<CallAnswer<C>>;
  override async call(call: CallDefinition, input?: AnyCallInput): Promise<unknown> {
    return this.respondTo(call, input);
  }

  override async page<C extends CallDefinition>(
    call: C,
    ...given: CallArguments<C>
  ): Promise<Page<CallAnswer<C>>>;
  override async page(call: CallDefinition, input?: AnyCallInput): Promise<unknown> {
    return this.respondTo(call, input);
  }

  private respondTo(call: CallDefinition, input: AnyCallInput = {}): unknown {
    const known = this.stubs.get(call);
    if (!known) throw new Error(`no answer to ${call.method} ${call.path}`);
    return known.respond(input);
  }
}
