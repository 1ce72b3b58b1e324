import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { minify, type Plugin } from 'vite';

const PACKS = /\.(js|css|svg|html|json)$/;
/** Minimum size of compressed files, bytes; smaller ones fit into one packet anyway. */
const MIN_BYTES = 1_000;

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/**
 * Build plugin that writes `.br` and `.gz` beside every text file, so that the server compresses nothing per request.
 */
export function compressPlugin(): Plugin {
  return {
    name: 'pax-compress',
    apply: 'build',
    generateBundle: {
      // The plugin runs last, because it also compresses what other plugins write.
      order: 'post',
      async handler(_options, bundle) {
        // The boot script is minified here, because Vite copies files of `public` unchanged, with their comments.
        const boot = readFileSync(new URL('../public/theme-boot.js', import.meta.url), 'utf8');
        const { code } = await minify('theme-boot.js', boot, { module: false });
        this.emitFile({ type: 'asset', fileName: 'theme-boot.js', source: code });
        const texts = Object.values(bundle)
          .filter(({ fileName }) => PACKS.test(fileName))
          .map((file) => ({
            name: file.fileName,
            source: Buffer.from(file.type === 'chunk' ? file.code : file.source),
          }));
        for (const { name, source } of texts.filter((text) => text.source.length >= MIN_BYTES)) {
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
