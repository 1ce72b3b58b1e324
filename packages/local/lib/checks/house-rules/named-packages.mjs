/**
 * House rule: each package of the documented stack is used where the page says; of NestJS, only the core is checked.
 */

const USED_IN = {
  'frontend/src': 'react react-dom react-router-dom socket.io-client zustand @chakra-ui/react',
  // Nest's adapter runs socket.io, which the backend itself imports as types only.
  'backend/src': '@nestjs/core @nestjs/passport @nestjs/platform-socket.io typeorm pg bullmq ioredis stripe',
  'bot/src': 'bullmq discord.js',
  'frontend/vite.config.ts': 'vite',
  'jest.config.mjs': 'jest',
  'backend/test/access-matrix.int-spec.ts': 'supertest',
};
const SOURCE = /^(?!.*\/test\/).*(?<!spec)\.tsx?$/;

/** @type {import('./rule.mjs').Rule} */
export const namedPackages = {
  name: 'named-packages',
  demand: 'Each package of the named stack is imported where it belongs, with more than types.',
  find({ paths, read }) {
    /** @param {string} name @param {string} where */
    const isUsed = (name, where) =>
      read(where).includes(name) ||
      paths.some(
        (path) => path.startsWith(`${where}/`) && SOURCE.test(path) && importOf(name).test(read(path)),
      );
    return Object.entries(USED_IN).flatMap(([where, names]) =>
      names
        .split(' ')
        .filter((name) => !isUsed(name, where))
        .map((name) => `package.json:1: ${name} is part of the named stack: use it in ${where}`),
    );
  },
};

/** @param {string} name */
const importOf = (name) =>
  new RegExp(
    `(^import (?!type)[^;]*? from|^import|\\bimport\\()\\s*\\(?'${name.replace('.', '\\.')}(/[^']*)?'`,
    'm',
  );
