import { command, commandList, storedCommand, type CommandForm } from '../described/commands.js';
import { refuse, invalidFormBody, parseForm } from '../core/errors.js';
import type { CommandRow } from '../core/state.js';
import {
  requireGuild,
  created,
  noContent,
  ok,
  type Answer,
  type Endpoint,
  type RestCall,
} from './pipeline.js';

/** The two scopes of commands: global, and for the server. */
type Scope = 'globalCommands' | 'guildCommands';

/** Endpoints that register an application's commands. */
export const commandEndpoints: readonly Endpoint[] = [
  ...endpointsAt('/applications/:app/commands', 'globalCommands'),
  ...endpointsAt('/applications/:app/guilds/:guild/commands', 'guildCommands'),
];

function endpointsAt(path: string, scope: Scope): Endpoint[] {
  const one = `${path}/:command`;
  const open = (run: (call: RestCall) => Answer) => (call: RestCall) => {
    if (call.params['app'] !== call.context.hub.world.applicationId) throw refuse.missingAccess();
    if (scope === 'guildCommands') requireGuild(call);
    return run(call);
  };
  return [
    { method: 'GET', path, auth: 'bot', run: open((call) => ok(call.context.hub.state[scope])) },
    { method: 'PUT', path, auth: 'bot', run: open((call) => replaceAll(call, scope)) },
    { method: 'POST', path, auth: 'bot', run: open((call) => create(call, scope)) },
    { method: 'GET', path: one, auth: 'bot', run: open((call) => ok(find(call, scope))) },
    {
      method: 'PATCH',
      path: one,
      auth: 'bot',
      run: open((call) => {
        const row = find(call, scope);
        const form = parseForm(storedCommand, { ...row, ...Object(call.body) });
        return ok(put(call, scope, form, row));
      }),
    },
    {
      method: 'DELETE',
      path: one,
      auth: 'bot',
      run: open((call) => {
        const row = find(call, scope);
        const { state } = call.context.hub;
        state[scope] = state[scope].filter((other) => other !== row);
        return noContent;
      }),
    },
  ];
}

/** The new set replaces the old one; a command that keeps its name keeps its id. */
function replaceAll(call: RestCall, scope: Scope): Answer {
  const forms = parseForm(commandList, call.body ?? []);
  const seen = new Set<string>();
  forms.forEach((form, index) => {
    const key = `${form.type} ${form.name}`;
    if (seen.has(key))
      throw invalidFormBody([
        {
          path: [index],
          code: 'APPLICATION_COMMANDS_DUPLICATE_NAME',
          message: 'Application command names must be unique',
        },
      ]);
    seen.add(key);
  });
  const { state } = call.context.hub;
  const old = state[scope];
  state[scope] = [];
  for (const form of forms) put(call, scope, form, sameName(old, form));
  return ok(state[scope]);
}

function create(call: RestCall, scope: Scope): Answer {
  const form = parseForm(command, call.body);
  const known = sameName(call.context.hub.state[scope], form);
  const row = put(call, scope, form, known);
  return known ? ok(row) : created(row);
}

function put(call: RestCall, scope: Scope, form: CommandForm, old: CommandRow | undefined): CommandRow {
  const { hub } = call.context;
  const row: CommandRow = {
    default_member_permissions: null,
    nsfw: false,
    ...form,
    id: old?.id ?? hub.newId(),
    application_id: hub.world.applicationId,
    version: hub.newId(),
    ...(scope === 'guildCommands' ? { guild_id: hub.world.guildId } : {}),
  };
  hub.state[scope] = [...hub.state[scope].filter((other) => other.id !== row.id), row];
  return row;
}

function sameName(rows: readonly CommandRow[], form: CommandForm): CommandRow | undefined {
  return rows.find((row) => row.name === form.name && row.type === form.type);
}

function find(call: RestCall, scope: Scope): CommandRow {
  const row = call.context.hub.state[scope].find((one) => one.id === call.params['command']);
  if (!row) throw refuse.unknownCommand();
  return row;
}
