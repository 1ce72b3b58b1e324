import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { artPlugin } from './vite/art-plugin';
import { catalogueImportsPlugin } from './src/start/build/catalogue-imports-plugin';
import { compressPlugin } from './vite/compress-plugin';
import { inlineCallDefinitionsPlugin } from './vite/inline-call-definitions-plugin';
import { leanLibrariesPlugin } from './vite/lean-libraries-plugin';
import { shellPlugin } from './src/start/build/shell-plugin';

export default defineConfig(({ mode }) => {
  const { BACKEND_URL = 'http://127.0.0.1:3000' } = loadEnv(mode, import.meta.dirname, 'BACKEND_');
  return {
    root: import.meta.dirname,
    plugins: [
      react(),
      artPlugin(),
      inlineCallDefinitionsPlugin(),
      leanLibrariesPlugin(),
      catalogueImportsPlugin(),
      shellPlugin(),
      compressPlugin(),
    ],
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      sourcemap: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 600,
      modulePreload: false,
      rolldownOptions: {
        input: 'index.html',
        // The first load has few files, because many small ones compress worse and arrive later; a large one fills one
        // task.
        output: {
          codeSplitting: {
            groups: [
              // Modules that the entry itself uses belong to the entry; otherwise it would wait for another chunk.
              {
                name: 'entry',
                test: /rolldown[\\/]runtime|vite[\\/]preload-helper|src[\\/](lib[\\/]browser[\\/]scheduling|start[\\/]view[\\/]report-start-outcome)\.ts$/,
                priority: 4,
              },
              { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
              // The first messages are a chunk of their own, because catalogues import them and must not import what
              // waits for catalogues.
              {
                name: 'messages',
                test: /src[\\/]i18n[\\/]catalogue[\\/]mix[\\/](common|shop)\.ts$/,
                priority: 2.5,
              },
              { name: 'theme', test: /src[\\/]ui[\\/]theme[\\/]system\.ts$/, priority: 2 },
              // Parts of libraries that only the panel uses are left out of this chunk.
              {
                name: 'base',
                test: /node_modules[\\/](@emotion|@tanstack(?!.*(?:-virtual|virtual-core|infiniteQueryO|useInfiniteQuery|useMutationState|queriesObserver|useQueries))|i18next|react-i18next|react-router(-dom)?|stylis|zustand)[\\/]|src[\\/]lib[\\/]http[\\/]query-client\.ts$/,
                priority: 1.5,
              },
              { name: 'home', test: /src[\\/]app[\\/]pages[\\/]home-page\.tsx$/, priority: 1.2 },
              { name: 'first', test: /src[\\/]start[\\/]start-app\.tsx$/, priority: 1 },
            ],
          },
        },
      },
    },
    server: {
      host: '127.0.0.1',
      proxy: {
        '/api': { target: BACKEND_URL, changeOrigin: false },
        '/socket.io': { target: BACKEND_URL, changeOrigin: false, ws: true },
      },
    },
  };
});
