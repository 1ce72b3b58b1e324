import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { createServer, type Plugin, type Rolldown } from 'vite';
import type { PrerenderedShell, prerenderShell } from '../prerender-shell';

const SITE = fileURLToPath(new URL('../../..', import.meta.url));

const ROOT = '<div id="root">';
const STYLES = /theme[/\\]first-paint\.css$/;

type PrerenderShell = typeof prerenderShell;
const isPrerenderFunction = (value: unknown): value is PrerenderShell => typeof value === 'function';

/** Prerenders the first view with the app's source modules, because the bundle runs only in browsers. */
async function prerenderFirstView(): Promise<PrerenderedShell> {
  const modules = await createServer({
    root: SITE,
    configFile: false,
    mode: 'production',
    appType: 'custom',
    logLevel: 'error',
    plugins: [react()],
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const exported: unknown = (await modules.ssrLoadModule('/src/start/prerender-shell.tsx'))[
      'prerenderShell'
    ];
    if (!isPrerenderFunction(exported))
      throw new Error('src/start/prerender-shell.tsx exports no prerenderShell function.');
    return await exported();
  } finally {
    await modules.close();
  }
}

/** Returns the chunks that the entry imports dynamically, with all their static imports. */
function findDeferredScripts(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const found = new Set<string>();
  const collectScript = (fileName: string): void => {
    if (found.has(fileName)) return;
    found.add(fileName);
    chunks.find((chunk) => chunk.fileName === fileName)?.imports.forEach(collectScript);
  };
  const entries = chunks.filter((chunk) => chunk.isEntry);
  for (const entry of entries) entry.dynamicImports.forEach(collectScript);
  return [...found].filter((fileName) => !entries.some((entry) => entry.imports.includes(fileName)));
}

/** Marks the files without which the shop cannot start; public/theme-boot.js reports failures of only these files. */
const markEntryFiles = (page: string): string =>
  page.replaceAll(/<(script type="module"|link rel="stylesheet")/g, '<$1 data-entry');

/**
 * Build plugin that adds the prerendered first view and its styles to the page, so that it is visible while scripts
 * load; lists the scripts for src/start/main.ts.
 */
export function shellPlugin(): Plugin {
  let prerendered: Promise<PrerenderedShell> | undefined;
  const prerenderOnce = async () => await (prerendered ??= prerenderFirstView());
  return {
    name: 'pax-shell',
    apply: 'build',
    enforce: 'pre',
    async transform(code, id) {
      return STYLES.test(id) ? `${code}\n${(await prerenderOnce()).css}` : undefined;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(page, { bundle }) {
        const { html, marks } = await prerenderOnce();
        const early = bundle ? findDeferredScripts(bundle) : [];
        return {
          html: markEntryFiles(page)
            .replace('</head>', () => `  ${marks}\n  </head>`)
            .replace(ROOT, () => `${ROOT}<div id="shell" aria-hidden="true">${html}</div>`),
          tags: early.map((fileName) => ({
            tag: 'link',
            attrs: { rel: 'deferred', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head' as const,
          })),
        };
      },
    },
  };
}
