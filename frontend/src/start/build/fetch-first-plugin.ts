import type { Plugin } from 'vite';
import { fetchingFirst } from './fetch-first';

/** Makes dynamic imports of the built site fetch their files first. */
export function fetchFirstPlugin(): Plugin {
  return {
    name: 'pax-fetch-first',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const changed = chunks.map((chunk) => fetchingFirst(chunk, chunks, 'assets/'));
      for (const [at, chunk] of chunks.entries()) chunk.code = changed[at] ?? chunk.code;
    },
  };
}
