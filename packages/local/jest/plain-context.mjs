/** Environment of specs whose global object is an ordinary one. */
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest's own global object is a Proxy behind Node's interceptors, through which each use of `Object`, `Error` or
 * `process` goes, in libraries too: two hundred times slower, a fifth of the processor time of a level.
 */
export default class PlainContext extends TestEnvironment {
  /**
   * @param {ConstructorParameters<typeof TestEnvironment>[0]} config
   * @param {ConstructorParameters<typeof TestEnvironment>[1]} context
   */
  constructor(config, context) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
  }
}
