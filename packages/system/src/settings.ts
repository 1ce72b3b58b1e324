/** Settings of whole-shop specs and pictures; the only place that reads the environment. */
export const settings = {
  /** PostgreSQL whose user may create databases; without it each shop starts its own server. */
  postgresUrl: process.env.TEST_PG_URL,
  /** Browser; default: the system's, else the one from npm. */
  chromiumPath: process.env.CHROMIUM_PATH,
  searchPath: process.env.PATH ?? '',
  home: process.env.HOME,
  /** Passed on unchanged to programs that npm fetches. */
  inherited: process.env,
} as const;
