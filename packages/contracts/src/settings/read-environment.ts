import { z } from 'zod';
import { isDiscordId } from '../entities/fields.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Error that lists all wrong settings, so that an operator can fix them at once; contains no values, since they may be
 * secret.
 */
export class SettingsError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`settings are wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

export const webAddress = z.url({ protocol: /^https?$/, error: 'has to be an http or https address' });
/** An address without a path, since links, cookies and the origin check would ignore the path. */
export const origin = webAddress.refine((value) => new URL(value).href === `${new URL(value).origin}/`, {
  error: 'has to be a scheme, a host and perhaps a port, and nothing else',
  when: ({ issues }) => issues.length === 0,
});
export const snowflake = z.string().refine(isDiscordId, 'has to be a Discord id');
export const databaseUrl = z.string().regex(/^postgres(ql)?:\/\/./, 'has to start with postgres://');
export const smtpUrl = z.url({
  protocol: /^smtps?$/,
  error: 'has to be an address such as smtps://user:password@host:465',
});
export const redisUrl = z.string().regex(/^rediss?:\/\/./, 'has to start with redis:// or rediss://');

/**
 * Reads an environment; an empty variable counts as absent, so that `KEY=` removes a setting.
 * @param findFaultsBetween checks rules between several settings
 * @param placeholders replace wrong or missing settings while those rules are checked
 * @throws SettingsError naming every wrong setting
 */
export function readEnvironment<T>(
  schema: z.ZodType<T>,
  env: Environment,
  findFaultsBetween: (env: T) => readonly string[],
  placeholders: Environment,
): T {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) {
    const faults = findFaultsBetween(parsed.data);
    if (faults.length > 0) throw new SettingsError(faults);
    return parsed.data;
  }
  const { issues } = parsed.error;
  const wrong = new Set(issues.map(({ path }) => String(path[0])));
  const right = Object.entries(given).filter(([key]) => !wrong.has(key));
  const rest = schema.safeParse({ ...placeholders, ...Object.fromEntries(right) });
  const between = rest.success ? findFaultsBetween(rest.data) : [];
  throw new SettingsError([
    ...issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...between.filter((fault) => !wrong.has(fault.slice(0, fault.indexOf(':')))),
  ]);
}
