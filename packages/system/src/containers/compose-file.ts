import { parse } from 'yaml';
import { z } from 'zod';

export const COMPOSE = 'docker-compose.yml';

const strings = z.array(z.string());
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const service = z.object({
  image: z.string(),
  command: strings.optional(),
  environment: z.record(z.string(), scalar).default({}),
  ports: strings.default([]),
  networks: strings.default([]),
  read_only: z.boolean().default(false),
  security_opt: strings.default([]),
  cap_drop: strings.default([]),
});

const schema = z.object({ services: z.record(z.string(), service) });

/**
 * Parses a compose file, with anchors and merges resolved; variables are kept.
 * @throws ZodError if the text is no compose file
 */
export const parseCompose = (text: string): z.infer<typeof schema> =>
  schema.parse(parse(text, { merge: true }));

/** Finds the variables that a text takes from the shell or .env, except those passed on by name. */
export const findVariables = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?<!\$)\$\{([A-Z][A-Z\d_]*)/g)].map(([, name = '']) => name)),
];

/** Replaces `${NAME}`, `${NAME:?message}` and `$$`, as compose does. @throws Error that names a missing variable */
function interpolateVariables(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\$|\$\{([A-Z][A-Z\d_]*)(?::\?[^}]*)?\}/g, (found, name: string | undefined) => {
    if (name === undefined) return '$';
    const value = values[name];
    if (value === undefined || value === '') throw new Error(`${found} has no value`);
    return value;
  });
}

/**
 * Resolves the environment of a service: variables in written values are replaced, and passed-on variables are taken if
 * they are set.
 */
export function resolveEnvironment(
  { environment }: z.infer<typeof service>,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => {
      const result = value === null ? values[name] : interpolateVariables(String(value), values);
      return result === undefined ? [] : [[name, result]];
    }),
  );
}
