/** What the whole-shop specs and the pictures take from the environment; the only place that reads it. */
export const settings = {
  /** A PostgreSQL whose owner may make databases; without it each shop starts one of its own. */
  postgresUrl: process.env.TEST_PG_URL,
  /** Browser to use; without it the system's, else the one npm brought. */
  chromiumPath: process.env.CHROMIUM_PATH,
  searchPath: process.env.PATH ?? '',
  home: process.env.HOME,
  /** Handed on as it is to programs that npm fetches. */
  inherited: process.env,
} as const;
