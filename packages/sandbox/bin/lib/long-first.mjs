/**
 * Starts the long specs first, so that at the end of a run no worker waits for a long one that began late. Jest knows
 * only from an earlier run what takes long, and a build server's clone has none.
 */
import Sequencer from '@jest/test-sequencer';

/** Parts of paths, the longest first. */
const LONG = [
  'system/src/faults/faults',
  'system/src/browser/cold-start',
  'system/src/browser/accessible',
  'system/src/browser/purchase-flows',
  'system/src/browser/browsing',
  'system/src/browser/buying',
  'system/src/browser/offline',
  'system/src/specs/rush',
  'supervisor/supervisor',
  'postgres/start-postgres',
  'backend/test/program',
  'system/src/browser/',
  'modules/checkout/',
  'modules/payments/',
  'features/checkout/',
];

const rank = ({ path }) => {
  const at = LONG.findIndex((part) => path.includes(part));
  return at < 0 ? LONG.length : at;
};

export default class LongFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
}
