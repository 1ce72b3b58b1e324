import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const PACKS = /\.(js|css|svg|html|json)$/;
/** What is smaller fits into the first packet either way, bytes. */
const WORTHWHILE = 1_000;

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/**
 * Puts every text beside itself as `.br` and `.gz`, packed as tightly as it goes: packed once here instead of at
 * every answer, or of not at all.
 */
export function compressPlugin(): Plugin {
  return {
    name: 'pax-compress',
    apply: 'build',
    generateBundle: {
      // After everybody else: what others emit is packed as well.
      order: 'post',
      async handler(_options, bundle) {
        const texts = Object.values(bundle)
          .filter(({ fileName }) => PACKS.test(fileName))
          .map((file) => ({
            name: file.fileName,
            source: Buffer.from(file.type === 'chunk' ? file.code : file.source),
          }));
        for (const { name, source } of texts.filter((text) => text.source.length >= WORTHWHILE)) {
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
          };
          const [br, gz] = await Promise.all([asBrotli(source, { params }), asGzip(source, { level: 9 })]);
          this.emitFile({ type: 'asset', fileName: `${name}.br`, source: br });
          this.emitFile({ type: 'asset', fileName: `${name}.gz`, source: gz });
        }
      },
    },
  };
}
