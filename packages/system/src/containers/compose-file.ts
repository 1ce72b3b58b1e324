import { parse } from 'yaml';
import { z } from 'zod';

export const COMPOSE = 'docker-compose.yml';
export const DEVELOPMENT = 'packages/system/containers/development.yml';

const strings = z.array(z.string());
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const service = z.object({
  image: z.string(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  command: strings.optional(),
  user: z.string().optional(),
  environment: z.record(z.string(), scalar).default({}),
  ports: strings.default([]),
  volumes: strings.default([]),
  networks: strings.default([]),
  restart: z.string().optional(),
  read_only: z.boolean().default(false),
  security_opt: strings.default([]),
  cap_drop: strings.default([]),
  healthcheck: z.object({ test: strings.optional(), disable: z.boolean().optional() }).optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({
        condition: z.enum(['service_started', 'service_healthy', 'service_completed_successfully']),
      }),
    )
    .default({}),
});

const schema = z.object({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.unknown()).default({}),
  volumes: z.record(z.string(), z.unknown()).default({}),
});

export type ComposeService = z.infer<typeof service>;
export type ComposeFile = z.infer<typeof schema>;

/** Reads a compose file, anchors and merges resolved, variables left as they stand. @throws when it is none */
export const parseCompose = (text: string): ComposeFile => schema.parse(parse(text, { merge: true }));

/** The variables that a text asks the shell or .env for, without those passed on by name. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?<!\$)\$\{([A-Z][A-Z\d_]*)/g)].map(([, name = '']) => name)),
];

/** Fills in `${NAME}`, `${NAME:?message}` and `$$`, as compose does. @throws Error naming a variable that is absent */
export function interpolate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\$|\$\{([A-Z][A-Z\d_]*)(?::\?[^}]*)?\}/g, (found, name: string | undefined) => {
    if (name === undefined) return '$';
    const value = values[name];
    if (value === undefined || value === '') throw new Error(`${found} has no value`);
    return value;
  });
}

/** A service's environment: written values filled in, passed ones taken where they are given. */
export function environmentOf(
  { environment }: ComposeService,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => {
      const result = value === null ? values[name] : interpolate(String(value), values);
      return result === undefined ? [] : [[name, result]];
    }),
  );
}
