import { invalidFormBody, parseForm } from '../core/form-body.js';
import { BODIES, QUERIES } from './bodies.js';

/**
 * Refuses fields and query parameters outside of Discord's description, which Discord ignores silently, so that mistakes
 * show. `path` has its parameters as `:name`. @throws DiscordError 50035
 */
export function requireDescribed(method: string, path: string, body: unknown, query: object): void {
  const call = `${method} ${path.replaceAll(/:\w+/g, '{}')}`;
  const known = QUERIES[call] ?? [];
  refuseFields(Object.keys(query).filter((name) => !known.includes(name)));
  const schema = BODIES[call];
  if (schema) parseForm(schema, body);
  else if (typeof body === 'object' && body !== null) refuseFields(Object.keys(body));
}

function refuseFields(names: readonly string[]): void {
  if (names.length === 0) return;
  const message = 'This field is not documented.';
  throw invalidFormBody(names.map((name) => ({ path: [name], code: 'UNDOCUMENTED', message })));
}
