import { command, commandList, storedCommand, type CommandForm } from '../api-description/commands.js';
import { discordErrors, invalidFormBody, parseForm } from '../core/errors.js';
import type { CommandRow } from '../core/state.js';
import {
  assertGuild,
  answerCreated,
  answerNoContent,
  answerOk,
  type Answer,
  type Endpoint,
  type RestCall,
} from './answer-call.js';

/** The two places where commands are registered: globally, and for the server. */
type Scope = 'globalCommands' | 'guildCommands';

/** Endpoints by which an application registers its commands. */
export const commandEndpoints: readonly Endpoint[] = [
  ...endpointsAt('/applications/:app/commands', 'globalCommands'),
  ...endpointsAt('/applications/:app/guilds/:guild/commands', 'guildCommands'),
];

function endpointsAt(path: string, scope: Scope): Endpoint[] {
  const one = `${path}/:command`;
  const authorizeApplication = (run: (call: RestCall) => Answer) => (call: RestCall) => {
    if (call.params['app'] !== call.context.hub.world.applicationId) throw discordErrors.missingAccess();
    if (scope === 'guildCommands') assertGuild(call);
    return run(call);
  };
  return [
    {
      method: 'GET',
      path,
      auth: 'bot',
      run: authorizeApplication((call) => answerOk(call.context.hub.state[scope])),
    },
    { method: 'PUT', path, auth: 'bot', run: authorizeApplication((call) => replaceCommands(call, scope)) },
    { method: 'POST', path, auth: 'bot', run: authorizeApplication((call) => createCommand(call, scope)) },
    {
      method: 'GET',
      path: one,
      auth: 'bot',
      run: authorizeApplication((call) => answerOk(findCommand(call, scope))),
    },
    {
      method: 'PATCH',
      path: one,
      auth: 'bot',
      run: authorizeApplication((call) => {
        const row = findCommand(call, scope);
        const form = parseForm(storedCommand, { ...row, ...Object(call.body) });
        return answerOk(storeCommand(call, scope, form, row));
      }),
    },
    {
      method: 'DELETE',
      path: one,
      auth: 'bot',
      run: authorizeApplication((call) => {
        const row = findCommand(call, scope);
        const { state } = call.context.hub;
        state[scope] = state[scope].filter((other) => other !== row);
        return answerNoContent;
      }),
    },
  ];
}

/** Replaces all commands; a command that keeps its name keeps its id. */
function replaceCommands(call: RestCall, scope: Scope): Answer {
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
  for (const form of forms) storeCommand(call, scope, form, findSameName(old, form));
  return answerOk(state[scope]);
}

function createCommand(call: RestCall, scope: Scope): Answer {
  const form = parseForm(command, call.body);
  const known = findSameName(call.context.hub.state[scope], form);
  const row = storeCommand(call, scope, form, known);
  return known ? answerOk(row) : answerCreated(row);
}

function storeCommand(
  call: RestCall,
  scope: Scope,
  form: CommandForm,
  old: CommandRow | undefined,
): CommandRow {
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

function findSameName(rows: readonly CommandRow[], form: CommandForm): CommandRow | undefined {
  return rows.find((row) => row.name === form.name && row.type === form.type);
}

function findCommand(call: RestCall, scope: Scope): CommandRow {
  const row = call.context.hub.state[scope].find((one) => one.id === call.params['command']);
  if (!row) throw discordErrors.unknownCommand();
  return row;
}
