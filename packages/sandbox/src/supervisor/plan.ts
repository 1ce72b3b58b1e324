import type { Program } from './start-child.js';

/** The programs a shop consists of. Specs put small ones in their place. */
export interface Plan {
  readonly standIns: Program;
  /**
   * Brings the database to its newest shape, puts the demo content in where it is missing and prints the demo accounts
   * as JSON; runs to its end.
   */
  readonly seed: Program;
  readonly backend: Program;
  readonly bot: Program;
  /** Prints one single-use admin code. */
  readonly adminCode: Program;
}

/** The shop as it is built and bundled. */
export const shopPlan: Plan = {
  standIns: { file: 'packages/sandbox/bin/stand-ins.mjs' },
  seed: { file: 'backend/dist/programs/seed.js' },
  backend: { file: 'backend/dist/programs/main.js' },
  bot: { file: 'bot/dist/programs/main.js' },
  adminCode: { file: 'backend/dist/programs/admin.js', args: ['code'], confidential: true },
};

/** What `npm run admin` and `npm run reconcile` start. */
export const operatorPrograms = {
  admin: shopPlan.adminCode.file,
  reconcile: 'backend/dist/programs/reconcile.js',
} as const;
