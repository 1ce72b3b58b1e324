/** Jest environment with an ordinary global object, which is faster than that of Jest's default environment. */
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/**
 * In Jest's default environment, Node intercepts each access to the global object, which makes `Object`, `Error` or
 * `process` 200 times slower and takes a fifth of the CPU time.
 */
export default class PlainGlobalEnvironment extends TestEnvironment {
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
