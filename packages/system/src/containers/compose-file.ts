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
 * The read parts of a compose file, anchors and merges resolved, variables left as they stand.
 * @throws ZodError when it is none
 */
export const parseCompose = (text: string): z.infer<typeof schema> =>
  schema.parse(parse(text, { merge: true }));

/** The variables that a text asks the shell or .env for, without those passed on by name. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?<!\$)\$\{([A-Z][A-Z\d_]*)/g)].map(([, name = '']) => name)),
];

/** Fills in `${NAME}`, `${NAME:?message}` and `$$`, as compose does. @throws Error naming a variable that is absent */
function interpolate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\$|\$\{([A-Z][A-Z\d_]*)(?::\?[^}]*)?\}/g, (found, name: string | undefined) => {
    if (name === undefined) return '$';
    const value = values[name];
    if (value === undefined || value === '') throw new Error(`${found} has no value`);
    return value;
  });
}

/** A service's environment: written values filled in, passed ones taken where they are given. */
export function environmentOf(
  { environment }: z.infer<typeof service>,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => {
      const result = value === null ? values[name] : interpolate(String(value), values);
      return result === undefined ? [] : [[name, result]];
    }),
  );
}
