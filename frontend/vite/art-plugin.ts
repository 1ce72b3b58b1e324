import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { artFiles } from '../src/ui/art/art-files';

const isArtFiles = (value: unknown): value is typeof artFiles => value instanceof Map;

/** Address of the logo's image, which is also the icon of the page. */
const ICON = '/favicon.svg';

/**
 * Build plugin that writes every drawing to `/art/<key>.svg`, the address of product images in shop, panel and
 * Discord.
 */
export function artPlugin(): Plugin {
  return {
    name: 'pax-art',
    generateBundle() {
      for (const [key, drawing] of artFiles) {
        const source = renderToStaticMarkup(drawing);
        this.emitFile({ type: 'asset', fileName: `art/${key}.svg`, source });
        if (key === 'logo') this.emitFile({ type: 'asset', fileName: ICON.slice(1), source });
      }
    },
    configureServer(server) {
      const renderFile = async (path: string): Promise<string | undefined> => {
        const key = path === ICON ? 'logo' : /^\/art\/([\w-]+)\.svg$/.exec(path)?.[1];
        if (!key) return undefined;
        const files: unknown = (await server.ssrLoadModule('/src/ui/art/art-files.tsx'))['artFiles'];
        const drawing = isArtFiles(files) ? files.get(key) : undefined;
        return drawing ? renderToStaticMarkup(drawing) : undefined;
      };
      server.middlewares.use((request, response, next) => {
        const serveArt = async () => {
          const svg = await renderFile((request.url ?? '').split('?')[0] ?? '');
          if (svg === undefined) next();
          else response.setHeader('Content-Type', 'image/svg+xml').end(svg);
        };
        void serveArt();
      });
    },
  };
}
