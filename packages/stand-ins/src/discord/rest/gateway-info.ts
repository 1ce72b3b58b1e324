import type { APIGatewayBotInfo, APIGatewayInfo } from 'discord.js';
import type { DiscordContext } from '../core/context.js';
import { ok, type Endpoint } from './endpoint.js';

/** The gateway's address below an origin such as `http://127.0.0.1:3100`. */
export function gatewayUrl(context: DiscordContext, origin: string): string {
  return `${origin.replace(/^http/, 'ws')}${context.options.basePath}/gateway`;
}

/** Endpoints for the gateway's address and the day's remaining log-ins. */
export function gatewayEndpoints(identifiesLeft: () => number): readonly Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/gateway',
      auth: 'none',
      run: (call) => ok({ url: gatewayUrl(call.context, call.origin) } satisfies APIGatewayInfo),
    },
    {
      method: 'GET',
      path: '/gateway/bot',
      auth: 'bot',
      run: (call) =>
        ok({
          url: gatewayUrl(call.context, call.origin),
          shards: 1,
          session_start_limit: {
            total: 1000,
            remaining: identifiesLeft(),
            reset_after: 86_400_000,
            max_concurrency: 1,
          },
        } satisfies APIGatewayBotInfo),
    },
  ];
}
