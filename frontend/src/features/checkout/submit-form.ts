/** Submits a hidden form to the provider's page. */
export function submitForm(action: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form');
  form.method = 'POST';
  form.action = action;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }
  document.body.append(form);
  // Not form.submit(): a field named "submit" would shadow it.
  HTMLFormElement.prototype.submit.call(form);
}
