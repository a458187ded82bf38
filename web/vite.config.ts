import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const libraries = /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack)\//;
const shell =
  /web\/src\/(api\/(call-error|client|query-client|query-keys|session|transport)|paths|layout\/(link|use-site)|ui\/(button|classes))\.tsx?$/;
const publicPages = /\/(landing|events|event|checkout|login)-page-/;

// This config makes two builds: the client with its manifest, and with --ssr the page renderer. The renderer contains
// all its libraries, so the server needs no others.
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  appType: 'custom',
  plugins: [react(), tailwindcss()],
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
            dependencies.filter((dependency) => publicPages.test(`/${file}`) || dependency.endsWith('.css')),
        },
        rolldownOptions: {
          input: 'src/entry-client.tsx',
          // What every page needs is in two files, and not in a file for each module that several pages share.
          output: {
            codeSplitting: {
              groups: [
                { name: 'libraries', test: libraries },
                { name: 'shell', test: shell },
              ],
            },
          },
        },
      },
  // Build the renderer for production only. Otherwise an environment variable of the server could choose React's
  // development build.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  ssr: isSsrBuild ? { noExternal: true } : {},
}));
