/** The levels of tests: their Jest projects, what they need, and to which level a spec's file belongs. */

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
 * Flags that give Node more memory for short-lived objects: with its default of 16 MB, specs spend a tenth of their
 * time on garbage collection.
 */
const MORE_YOUNG_MEMORY = ['--max-semi-space-size=64', '--min-semi-space-size=32'];

/**
 * All levels, ordered so that the failures that are cheapest to find come first.
 * @type {readonly Level[]}
 */
export const testLevels = [
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
    // Specs run in another time zone than UTC, since in UTC a time mistaken for a local one would still be right.
    timeZone: 'Europe/Berlin',
    nodeFlags: MORE_YOUNG_MEMORY,
    files: /\.spec\.tsx?$/,
  },
  {
    name: 'int',
    projects: ['stand-ins-int', 'local-int', 'backend-int', 'bot-int'],
    groupedProjects: ['backend-int-groups', 'local-int', 'stand-ins-int', 'bot-int-groups'],
    // Four specs run at once, since each waits for other processes half of the time.
    workers: 4,
    nodeFlags: MORE_YOUNG_MEMORY,
    services: true,
    site: false,
    files: /^(?!packages\/system\/).*\.int-spec\.ts$/,
  },
  {
    name: 'system',
    projects: ['system'],
    groupedProjects: ['system-groups'],
    // Three specs run at once: the third uses the time in which two wait for a restart, sixty seconds offline, or a
    // queue; a fourth would save nothing.
    workers: 3,
    services: true,
    site: true,
    files: /^packages\/system\/.*\.int-spec\.ts$/,
  },
  {
    name: 'long',
    projects: ['backend-long', 'local-long', 'bot-long', 'system-long'],
    isAside: true,
    // Measurements run alone, since other specs would be measured too.
    workers: 1,
    services: true,
    site: true,
    files: /\.long-spec\.ts$/,
  },
];
