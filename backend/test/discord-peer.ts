import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { randomRef } from '../src/platform/secrets.js';

export const PEER_GUILD = '1184301928354734080';
export const PEER_STAFF_ROLE = '1184302765190463519';
export const PEER_VIP_ROLE = '1184302811487731742';
/** The role of the bot, which Discord manages. */
export const PEER_BOT_ROLE = '1184302899021905991';
/** A role without rights until an admin grants some. */
export const PEER_MONEY_ROLE = '1184302944500731904';
const CLIENT_ID = '1184299640417775616';
const CLIENT_SECRET = 'a client secret for specs';
const BOT_TOKEN = 'a bot token for specs';

interface Grant {
  personId: string;
  challenge: string;
  redirectUri: string;
  scope: string;
}

/** A role as Discord lists it; its permissions are a decimal number of bits. */
interface PeerRole {
  id: string;
  name: string;
  managed: boolean;
  position: number;
  permissions: string;
  tags?: { guild_connections?: null } | undefined;
  flags?: number | undefined;
}

/** A stand-in for the calls of Discord that sign-in and rights need, with Discord's refusals. */
export class DiscordPeer {
  /** Names of existing people by id. */
  readonly people = new Map<string, string>();
  /** Roles of the members of the server. */
  readonly members = new Map<string, string[]>();
  /** Join times of members, if they matter: ISO 8601, or null for guests. */
  readonly joinTimes = new Map<string, string | null>();
  /** Roles of the server, as Discord lists them. */
  readonly roles: PeerRole[] = [
    { id: PEER_GUILD, name: '@everyone', managed: false, position: 0, permissions: '0' },
    { id: PEER_STAFF_ROLE, name: 'Crew', managed: false, position: 2, permissions: '0' },
    { id: PEER_VIP_ROLE, name: 'VIP', managed: false, position: 1, permissions: '0' },
    { id: PEER_BOT_ROLE, name: 'Pax Bot', managed: true, position: 3, permissions: '0' },
    { id: PEER_MONEY_ROLE, name: 'Bookkeeping', managed: false, position: 4, permissions: '0' },
  ];
  /** False if the bot may not assign roles. */
  canAssignRoles = true;
  /** True if every call answers 503. */
  isUnavailable = false;
  /** The server that the bot is a member of; Discord knows no other. */
  guildId = PEER_GUILD;
  /** False if the token of the bot is refused. */
  isTokenGood = true;
  /** Status and body of the next answers to calls about the server, except its roles, which a job reads at any time. */
  readonly refusals: [number, object][] = [];
  /** The same of calls with a token of a person or an interaction. */
  readonly tokenRefusals: [number, object][] = [];
  /** User agents of the callers. */
  readonly userAgents = new Set<string>();
  /** Calls that arrived, as `METHOD path`. */
  readonly calls: string[] = [];
  /** Deferred answers to commands by the token of the interaction; `content` is the text written later. */
  readonly answers = new Map<string, { userId: string; name?: string; flags?: number; content?: string }>();
  /** Runs before a question about a member is answered. */
  beforeMemberAnswer: () => Promise<void> = async () => undefined;
  private readonly codes = new Map<string, Grant>();
  private readonly tokens = new Map<string, string>();
  private readonly server = createServer((request, response) => {
    void this.answer(request, response);
  });

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Settings that point a backend at this peer. */
  settings(): Record<string, string> {
    const address = this.server.address();
    if (typeof address !== 'object' || !address) throw new Error('the peer does not listen');
    return {
      DISCORD_API_URL: `http://127.0.0.1:${address.port}/api`,
      DISCORD_TOKEN: BOT_TOKEN,
      DISCORD_CLIENT_ID: CLIENT_ID,
      DISCORD_CLIENT_SECRET: CLIENT_SECRET,
      DISCORD_GUILD_ID: PEER_GUILD,
      DISCORD_STAFF_ROLE_ID: PEER_STAFF_ROLE,
    };
  }

  /** Approves the sign-in on the page of Discord. @returns the path of the callback */
  approve(authorizeUrl: string, personId: string): string {
    const asked = new URL(authorizeUrl).searchParams;
    const isComplete =
      asked.get('client_id') === CLIENT_ID &&
      asked.get('response_type') === 'code' &&
      asked.get('scope') === 'identify' &&
      asked.get('code_challenge_method') === 'S256';
    if (!isComplete) throw new Error(`Discord refuses to show its page for ${authorizeUrl}`);
    const code = randomRef();
    const redirectUri = asked.get('redirect_uri') ?? '';
    const scope = asked.get('scope') ?? '';
    this.codes.set(code, { personId, challenge: asked.get('code_challenge') ?? '', redirectUri, scope });
    return `${new URL(redirectUri).pathname}?code=${code}&state=${asked.get('state') ?? ''}`;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(/^\/api/, '');
    this.calls.push(`${request.method} ${path}`);
    this.userAgents.add(request.headers['user-agent'] ?? '');
    const body = await textOf(request);
    if (/\/members\/\d+$/.test(path)) await this.beforeMemberAnswer();
    const [status, data] = this.isUnavailable ? [503, {}] : this.route(request, path, body);
    if (status === 204) response.writeHead(204).end();
    else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data));
  }

  private route({ method, headers }: IncomingMessage, path: string, body: string): [number, object] {
    if (method === 'POST' && path === '/oauth2/token') return this.exchange(new URLSearchParams(body));
    if (method === 'GET' && path === '/v10/users/@me')
      return this.tokenRefusals.shift() ?? this.me(headers.authorization);
    const token = /^\/v10\/webhooks\/1184299640417775616\/([^/]+)\/messages\/@original$/.exec(path)?.[1];
    if (token !== undefined)
      return (
        this.tokenRefusals.shift() ?? this.interactionAnswer(token, method === 'PATCH' ? body : undefined)
      );
    const guild = /^\/v10\/guilds\/(\d+)/.exec(path)?.[1];
    const refused =
      guild === undefined ? undefined : this.refusal(guild, headers.authorization, path.endsWith('/roles'));
    if (refused) return refused;
    if (/^\/v10\/guilds\/\d+(\?with_counts=true)?$/.test(path))
      return [200, { id: guild, name: 'The Guild', approximate_member_count: this.members.size }];
    if (method === 'GET' && /^\/v10\/guilds\/\d+\/roles$/.test(path)) return [200, [...this.roles]];
    const role = /^\/v10\/guilds\/(\d+)\/members\/(\d+)\/roles\/(\d+)$/.exec(path);
    if ((method === 'PUT' || method === 'DELETE') && role) return this.setRole(method, role.slice(1));
    const member = /^\/v10\/guilds\/(\d+)\/members\/(\d+)$/.exec(path);
    if (method !== 'GET' || !member) return [404, { message: '404: Not Found', code: 0 }];
    const roles = this.members.get(member[2] ?? '');
    return roles
      ? [200, { roles, user: { id: member[2] }, joined_at: this.joinedAt(member[2]) }]
      : [404, { message: 'Unknown Member', code: 10_007 }];
  }

  /** Reads or writes the answer to an interaction, for the owner of its token. */
  private interactionAnswer(token: string, body: string | undefined): [number, object] {
    const answer = this.answers.get(token);
    if (!answer) return [404, { message: 'Unknown Webhook', code: 10_015 }];
    const { userId, name = 'admin-code', flags = 64 + 128 } = answer;
    if (body !== undefined) {
      const { content }: { content: string } = JSON.parse(body);
      Object.assign(answer, { content, flags: flags & ~128 });
    }
    const interaction = { id: '1', type: 2, name, user: { id: userId } };
    return [200, { flags, content: answer.content ?? '', interaction, interaction_metadata: interaction }];
  }

  private joinedAt(id = ''): string | null {
    const at = this.joinTimes.get(id);
    return at === undefined ? '2024-02-29T12:00:00.000000+00:00' : at;
  }

  /** The refusal of a call about a server, if any. */
  private refusal(
    guild: string,
    authorization: string | undefined,
    isRoleList: boolean,
  ): [number, object] | undefined {
    if (!this.isTokenGood || authorization !== `Bot ${BOT_TOKEN}`)
      return [401, { message: '401: Unauthorized', code: 0 }];
    if (guild !== this.guildId) return [404, { message: 'Unknown Guild', code: 10_004 }];
    return isRoleList ? undefined : this.refusals.shift();
  }

  /** Assigns or removes a role; idempotent. */
  private setRole(method: 'PUT' | 'DELETE', [, user, role = '']: string[]): [number, object] {
    const roles = this.members.get(user ?? '');
    if (!roles) return [404, { message: 'Unknown Member', code: 10_007 }];
    if (role !== PEER_VIP_ROLE) return [404, { message: 'Unknown Role', code: 10_011 }];
    if (!this.canAssignRoles) return [403, { message: 'Missing Permissions', code: 50_013 }];
    const others = roles.filter((one) => one !== role);
    this.members.set(user ?? '', method === 'PUT' ? [...others, role] : others);
    return [204, {}];
  }

  /** Exchanges a code, once, with the address and verifier of its request. */
  private exchange(form: URLSearchParams): [number, object] {
    const grant = this.codes.get(form.get('code') ?? '');
    this.codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isClient = form.get('client_id') === CLIENT_ID && form.get('client_secret') === CLIENT_SECRET;
    if (!isClient) return [401, { error: 'invalid_client' }];
    const isGranted = grant?.challenge === challenge && grant.redirectUri === form.get('redirect_uri');
    if (!isGranted || form.get('grant_type') !== 'authorization_code')
      return [400, { error: 'invalid_grant' }];
    return this.issue(grant.personId, grant.scope);
  }

  private issue(personId: string, scope: string): [number, object] {
    const access = randomRef();
    this.tokens.set(access, personId);
    return [200, { access_token: access, token_type: 'Bearer', expires_in: 604_800, scope }];
  }

  private me(authorization: string | undefined): [number, object] {
    const id = this.tokens.get(authorization?.replace(/^Bearer /, '') ?? '');
    const username = id === undefined ? undefined : this.people.get(id);
    return username === undefined
      ? [401, { message: '401: Unauthorized', code: 0 }]
      : [200, { id, username, discriminator: '0' }];
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
