/** The levels of tests: which Jest projects they are, what they need, and to which one a spec's file belongs. */

/**
 * @typedef {object} Level
 * @property {string} name
 * @property {readonly string[]} projects Jest projects
 * @property {readonly string[]} [groupedProjects] those for a run of all specs, where some share a file
 * @property {number} workers specs at a time, with a small server's two cores
 * @property {boolean} services whether its specs share a Postgres and a Redis
 * @property {boolean} site whether its specs open the built frontend
 * @property {boolean} [isAside] whether `npm run faults` plays its specs, and no run of all
 * @property {string} [timeZone] of its specs, instead of this machine's
 * @property {readonly string[]} [nodeFlags] of the processes that run its specs
 * @property {RegExp} files paths of its specs
 */

/**
 * In the order in which failures are cheapest to find.
 * @type {readonly Level[]}
 */
export const levels = [
  {
    name: 'unit',
    projects: ['contracts', 'stand-ins', 'local', 'backend', 'bot', 'frontend'],
    groupedProjects: [
      'contracts-groups',
      'stand-ins',
      'local',
      'backend-groups',
      'bot-groups',
      'frontend-groups',
    ],
    workers: 2,
    services: false,
    site: false,
    // In UTC, a time that is taken for a local one would be right.
    timeZone: 'Europe/Berlin',
    // Components make much that lives shortly: with Node's own 16 MB, a tenth of the time went into collecting it.
    nodeFlags: ['--max-semi-space-size=64', '--min-semi-space-size=32'],
    files: /\.spec\.tsx?$/,
  },
  {
    name: 'int',
    projects: ['stand-ins-int', 'local-int', 'backend-int', 'bot-int'],
    groupedProjects: ['backend-int-groups', 'local-int', 'stand-ins-int', 'bot-int-groups'],
    // Each waits for others half of the time.
    workers: 4,
    services: true,
    site: false,
    files: /^(?!packages\/system\/).*\.int-spec\.ts$/,
  },
  {
    name: 'system',
    projects: ['system'],
    groupedProjects: ['system-groups'],
    // A third fills the time in which two wait: for a restart, sixty seconds offline, a queue. A fourth saves nothing.
    workers: 3,
    services: true,
    site: true,
    files: /^packages\/system\/.*\.int-spec\.ts$/,
  },
  {
    name: 'long',
    projects: ['backend-long', 'local-long', 'system-long'],
    isAside: true,
    // Other specs beside them would be measured, too.
    workers: 1,
    services: true,
    site: true,
    files: /\.long-spec\.ts$/,
  },
];
