/**
 * Script of the chat page, sent unchanged. Sends actions, shows their results, opens modals, and updates the live parts
 * of the page. Inserts text as text only.
 */
export const CHAT_SCRIPT = String.raw`
(() => {
  document.documentElement.classList.add('js');
  const chat = document.getElementById('chat');
  const { base, user, channel } = chat.dataset;
  const byId = (id) => document.getElementById(id);
  const element = (name, props = {}, ...children) => {
    const made = Object.assign(document.createElement(name), props);
    made.append(...children);
    return made;
  };

  // On a phone, the channels are a row, which is scrolled to the present one.
  byId('channels').querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

  const notice = (text, bad = false) => {
    const made = element('div', { className: bad ? 'notice bad' : 'notice', textContent: text });
    byId('notices').append(made);
    setTimeout(() => made.remove(), 7000);
  };

  const post = async (action, body) => {
    const answer = await fetch(base + '/actions/' + action, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const result = await answer.json();
    if (!answer.ok) throw new Error(result.message ?? 'That did not work');
    return result;
  };

  const perform = async (action, body, from) => {
    from?.setAttribute('aria-busy', 'true');
    try {
      const result = await post(action, body);
      if (result.notice) notice(result.notice, true);
      if (result.modal) openWindow(result);
      return result;
    } catch (error) {
      notice(error.message, true);
      return undefined;
    } finally {
      from?.removeAttribute('aria-busy');
      void refresh();
    }
  };

  const modalInput = (input, label) => {
    if (input.type === 19)
      return element('label', {}, label ?? input.custom_id, element('input', {
        type: 'file', name: input.custom_id, multiple: (input.max_values ?? 1) > 1, required: input.required !== false,
      }));
    if (input.type === 3)
      return element('label', {}, label ?? input.custom_id, element('select', { name: input.custom_id },
        ...input.options.map((one) => element('option', { value: one.value, textContent: one.label, selected: one.default === true }))));
    const field = element(input.style === 2 ? 'textarea' : 'input', {
      name: input.custom_id,
      value: input.value ?? '',
      placeholder: input.placeholder ?? '',
      required: input.required !== false,
    });
    if (input.min_length) field.minLength = input.min_length;
    if (input.max_length) field.maxLength = input.max_length;
    return element('label', {}, label ?? input.label ?? input.custom_id, field);
  };

  const fileOf = async (file) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return { name: file.name, contentType: file.type || 'application/octet-stream', base64: btoa(text) };
  };

  const submitWindow = async (form, interaction) => {
    const values = {};
    const files = {};
    for (const [name, value] of new FormData(form)) {
      if (!(value instanceof File)) values[name] = value;
      else if (value.size > 0) (files[name] ??= []).push(await fileOf(value));
    }
    await perform('modal', { user, interaction, values, files });
  };

  const openWindow = ({ interaction, modal }) => {
    const lines = modal.components.map((line) =>
      line.type === 18 ? modalInput(line.component, line.label) : modalInput(line.components[0]));
    const form = element('form', { method: 'dialog' }, element('h2', { textContent: modal.title }), ...lines,
      element('div', { className: 'buttons' },
        element('button', { className: 'main', textContent: 'Submit', value: 'submit' }),
        element('button', { textContent: 'Cancel', value: 'cancel', formNoValidate: true })));
    const dialog = byId('window');
    dialog.replaceChildren(form);
    form.addEventListener('submit', (event) => {
      if (event.submitter?.value !== 'submit') return;
      void submitWindow(form, interaction);
    });
    dialog.showModal();
  };

  const shown = new Map();
  let asked = 0;
  const refresh = async () => {
    const turn = (asked += 1);
    const text = await (await fetch(location.href, { headers: { accept: 'text/html' } })).text();
    if (turn !== asked) return;
    const next = new DOMParser().parseFromString(text, 'text/html');
    const focused = document.activeElement?.id;
    for (const part of next.querySelectorAll('[data-live]')) {
      const own = byId(part.id);
      if (!own || shown.get(part.id) === part.innerHTML) continue;
      shown.set(part.id, part.innerHTML);
      const atEnd = own.scrollHeight - own.scrollTop - own.clientHeight < 80;
      own.replaceChildren(...part.childNodes);
      if (part.id === 'messages' && atEnd) own.scrollTop = own.scrollHeight;
    }
    if (focused && document.activeElement === document.body) byId(focused)?.focus();
    if (Boolean(next.getElementById('messages')) !== Boolean(byId('messages'))) location.reload();
  };
  for (const part of document.querySelectorAll('[data-live]')) shown.set(part.id, part.innerHTML);

  document.addEventListener('click', (event) => {
    const button = event.target.closest('button[data-action]');
    if (!button) return;
    const here = 'here' in button.dataset ? { user, channel } : {};
    void perform(button.dataset.action, { ...here, ...JSON.parse(button.dataset.body) }, button);
  });

  document.addEventListener('change', (event) => {
    const select = event.target.closest('select[data-action]');
    if (select) {
      const values = [...select.selectedOptions].map((one) => one.value).filter(Boolean);
      if (values.length) void perform('select', { user, channel, ...JSON.parse(select.dataset.body), values }, select);
    }
    if (event.target.closest('#persona')) byId('persona').submit();
  });

  const optionsOf = (form) => Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''));

  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.dataset.command) {
      event.preventDefault();
      void perform('command', { user, channel, name: form.dataset.command, options: optionsOf(form) }, event.submitter);
    }
    if (form.dataset.memberCommand) {
      event.preventDefault();
      const name = form.dataset.memberCommand;
      void perform('member-command', { user, channel, name, target: form.elements.target.value }, event.submitter);
    }
    if (form.id === 'composer') {
      event.preventDefault();
      void send(form);
    }
  });

  const typedCommand = (text) => {
    const options = {};
    const name = text.slice(1).replace(/\s+([\w-]+):("[^"]*"|\S+)/g, (all, key, value) => {
      options[key] = value.replace(/^"(.*)"$/, '$1');
      return '';
    });
    return { user, channel, name: name.trim(), options };
  };

  const send = async (form) => {
    const input = form.elements.content;
    const text = input.value.trim();
    const result = text.startsWith('/')
      ? await perform('command', typedCommand(text))
      : await perform('message', { user, channel, content: text });
    if (result) input.value = '';
  };

  let typing;
  document.addEventListener('input', (event) => {
    const input = event.target.closest('input[data-autocomplete]');
    if (!input) return;
    clearTimeout(typing);
    typing = setTimeout(async () => {
      const form = input.form;
      const body = { user, channel, name: form.dataset.command, options: optionsOf(form), focused: input.name };
      const result = await post('autocomplete', body).catch(() => undefined);
      const choices = (result?.choices ?? []).map((one) => element('option', { value: one.value, label: one.name }));
      input.list.replaceChildren(...choices);
    }, 250);
  });

  let soon;
  const changes = new EventSource(base + '/changes');
  changes.addEventListener('message', () => {
    clearTimeout(soon);
    soon = setTimeout(() => void refresh(), 120);
  });
  const toEnd = () => {
    const messages = byId('messages');
    if (messages) messages.scrollTop = messages.scrollHeight;
  };
  document.querySelector('.commands')?.addEventListener('toggle', toEnd);
  toEnd();
})();
`;
