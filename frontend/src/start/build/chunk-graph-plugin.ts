import type { Plugin } from 'vite';
import { catalogueFaults } from './chunk-graph';

/** Fails the build if a catalogue chunk imports the start, which waits for catalogues. */
export function chunkGraphPlugin(): Plugin {
  return {
    name: 'pax-chunk-graph',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const faults = catalogueFaults(chunks);
      if (faults.length > 0) throw new Error(`Catalogues import the start of the shop: ${faults.join('; ')}`);
    },
  };
}
