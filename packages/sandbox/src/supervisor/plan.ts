import type { Program } from './start-child.js';

/** The programs a shop consists of. Specs put small ones in their place. */
export interface Plan {
  readonly standIns: Program;
  /** Brings the database to its newest shape; runs to its end. */
  readonly migrate: Program;
  /** Puts the demo content in, where it is missing; runs to its end. */
  readonly seed: Program;
  readonly backend: Program;
  readonly bot: Program;
  /** Prints one single-use admin code. */
  readonly adminCode: Program;
  /** Prints the demo accounts as JSON. */
  readonly accounts: Program;
}

/** The shop as it is built. */
export const shopPlan: Plan = {
  standIns: { file: 'packages/sandbox/bin/stand-ins.mjs' },
  migrate: { file: 'backend/dist/bin/migrate.js' },
  seed: { file: 'backend/dist/bin/seed.js' },
  backend: { file: 'backend/dist/main.js' },
  bot: { file: 'bot/dist/main.js' },
  adminCode: { file: 'backend/dist/bin/admin-code.js', confidential: true },
  accounts: { file: 'backend/dist/bin/seed.js', args: ['--accounts'] },
};
