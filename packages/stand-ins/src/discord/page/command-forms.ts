import { html, type Html } from '@pax/contracts/html';
import { canRunCommand, type PersonAt } from '../actions/interaction-actions.js';
import { OPTION } from '../api-description/commands.js';
import type { Hub } from '../core/hub.js';
import { COMMAND } from '../interactions/command-data.js';
import { asObjects } from '../core/json-values.js';
import type { JsonObject } from '../core/state.js';

interface RunnableCommand {
  /** Name of the command with its sub-command, as typed. */
  readonly name: string;
  readonly description: string;
  readonly options: readonly JsonObject[];
}

/** Commands that a person can use in the channel, each with a form for its options. */
export function commandForms(hub: Hub, person: PersonAt): Html {
  const offered = [...hub.state.guildCommands, ...hub.state.globalCommands].filter((one) =>
    canRunCommand(hub, person, one),
  );
  const commands = offered
    .filter(({ type }) => type === COMMAND.SLASH)
    .flatMap((one) => listRunnable(one.name, one));
  const menus = offered.filter(({ type }) => type === COMMAND.MEMBER);
  if (offered.length === 0) return html`<p class="quiet small">The bot offers no commands here.</p>`;
  return html`${commands.map((one) => commandForm(one))}${menus.map(({ name }) => memberForm(name))}`;
}

/** Form for a command that Discord shows in the menu of a member. */
function memberForm(name: string): Html {
  return html`<details class="command">
    <summary>${name} <span class="quiet small">in the menu of a member</span></summary>
    <form data-member-command="${name}" class="fields">
      <label>member *<input name="target" placeholder="a user name" required /></label>
      <button class="main">Run</button>
    </form>
  </details>`;
}

function listRunnable(name: string, definition: JsonObject): RunnableCommand[] {
  const options = asObjects(definition['options']);
  const nested = options.filter((one) => one['type'] === OPTION.SUB_COMMAND || one['type'] === OPTION.GROUP);
  if (nested.length > 0) return nested.flatMap((one) => listRunnable(`${name} ${toText(one['name'])}`, one));
  return [{ name, description: toText(definition['description']), options }];
}

function commandForm(command: RunnableCommand): Html {
  return html`<details class="command" id="cmd-${command.name.replaceAll(' ', '-')}">
    <summary><code>/${command.name}</code> <span class="quiet small">${command.description}</span></summary>
    <form data-command="${command.name}" class="fields">
      ${command.options.map((option) => optionField(command.name, option))}
      <button class="main">Run</button>
    </form>
  </details>`;
}

function optionField(command: string, option: JsonObject): Html {
  const name = toText(option['name']);
  const required = option['required'] === true ? html`required` : undefined;
  const label = html`${name}${option['required'] === true ? ' *' : ''}`;
  const choices = [...asObjects(option['choices'])];
  if (option['type'] === OPTION.BOOLEAN)
    choices.push({ name: 'yes', value: 'true' }, { name: 'no', value: 'false' });
  if (choices.length > 0)
    return html`<label title="${toText(option['description'])}"
      >${label}<select name="${name}" ${required}>
        <option value=""></option>
        ${choices.map((one) => html`<option value="${toText(one['value'])}">${toText(one['name'])}</option>`)}
      </select></label
    >`;
  const listId = `list-${command.replaceAll(' ', '-')}-${name}`;
  const typing =
    option['autocomplete'] === true
      ? html`list="${listId}" data-autocomplete="${name}" autocomplete="off"`
      : undefined;
  return html`<label title="${toText(option['description'])}"
    >${label}<input name="${name}" placeholder="${getPlaceholder(option)}" ${required} ${typing} />
    ${option['autocomplete'] === true ? html`<datalist id="${listId}"></datalist>` : undefined}</label
  >`;
}

function getPlaceholder(option: JsonObject): string {
  const kinds: Record<number, string> = {
    [OPTION.INTEGER]: 'a number',
    [OPTION.NUMBER]: 'a number',
    [OPTION.USER]: 'a user name',
    [OPTION.ROLE]: 'a role',
    [OPTION.CHANNEL]: 'a channel',
  };
  return kinds[Number(option['type'])] ?? '';
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
