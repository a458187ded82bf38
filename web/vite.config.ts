import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { codeGroups } from './code-splitting.ts';
import { writeFirstViewStyles } from './first-view-styles.ts';
import { publicPages as publicSources } from './src/public-pages.ts';

const publicChunks = /\/(landing|events|event|calendar|team|checkout|login)-page-/;

/** Pages that take the place of any other page, public or not. */
const dutyPage = /-duty-page\.tsx$/;

function isOtherPage(module: string): boolean {
  const isPublic = publicSources.some((source) => module === join(import.meta.dirname, 'src', source));
  return module.endsWith('-page.tsx') && !isPublic && !dutyPage.test(module);
}

// This config makes two builds: the client with its manifest, and with --ssr the page renderer. The renderer contains
// all its libraries, so the server needs no others.
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  appType: 'custom',
  plugins: [react(), tailwindcss(), ...(isSsrBuild ? [] : [writeFirstViewStyles(isOtherPage)])],
  publicDir: 'public',
  build: isSsrBuild
    ? { outDir: 'dist/server', target: 'node24', copyPublicDir: false, minify: false }
    : {
        outDir: 'dist/client',
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: {
          polyfill: false,
          // The main module lists the files to load beside each lazy module. Listing them for public pages only, and
          // style sheets, keeps this list short.
          resolveDependencies: (file, dependencies) =>
            dependencies.filter((dependency) => publicChunks.test(`/${file}`) || dependency.endsWith('.css')),
        },
        rolldownOptions: {
          input: 'src/entry-client.tsx',
          output: { codeSplitting: { groups: codeGroups } },
        },
      },
  // Build the renderer for production only. Otherwise an environment variable of the server could choose React's
  // development build.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  ssr: isSsrBuild ? { noExternal: true } : {},
}));
