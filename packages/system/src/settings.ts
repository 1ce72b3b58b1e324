/** Settings of whole-shop specs and pictures; no other code reads the environment. */
export const settings = {
  /** PostgreSQL in which the user may create databases; without it, each shop starts its own server. */
  postgresUrl: process.env.TEST_PG_URL,
  /** Browser to use; default: the system's, otherwise the one from npm. */
  chromiumPath: process.env.CHROMIUM_PATH,
  searchPath: process.env.PATH ?? '',
  home: process.env.HOME,
  /** Environment that is passed on unchanged to programs that npm fetches. */
  inherited: process.env,
} as const;
