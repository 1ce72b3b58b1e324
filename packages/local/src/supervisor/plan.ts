import type { Program } from './start-child.js';

/** The programs of a shop. Specs replace them with small ones. */
export interface Plan {
  readonly standIns: Program;
  /**
   * Migrates the database, adds missing demo content and prints the demo accounts as JSON, then ends.
   */
  readonly seed: Program;
  readonly backend: Program;
  readonly bot: Program;
  /** Prints one single-use admin code. */
  readonly adminCode: Program;
}

/** The built and bundled shop. */
export const shopPlan: Plan = {
  standIns: { file: 'packages/stand-ins/bin/stand-ins.mjs' },
  seed: { file: 'backend/dist/programs/seed.js' },
  backend: { file: 'backend/dist/programs/main.js' },
  bot: { file: 'bot/dist/programs/main.js' },
  adminCode: { file: 'backend/dist/programs/admin.js', args: ['code'], confidential: true },
};

/** The programs of `npm run admin` and `npm run reconcile`. */
export const operatorPrograms = {
  admin: shopPlan.adminCode.file,
  reconcile: 'backend/dist/programs/reconcile.js',
} as const;
