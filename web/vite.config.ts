import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { writeFirstViewStyles } from './first-view-styles.ts';
import { publicPages as publicSources } from './src/public-pages.ts';

const libraries = /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack)\//;
const shell =
  /web\/src\/(api\/(call-error|client|query-client|query-keys|session|transport)|paths|layout\/(link|use-site)|ui\/(button|classes))\.tsx?$/;
/** Small modules that public pages share: in one file each, because a file of its own costs more than such a module. */
const cards =
  /web\/src\/(features\/events\/event-image|ui\/date-tile|format\/(dates|money))\.tsx?$|contract\/src\/text\/(picture-address|plain-description|money)\.ts$/;
/** In a file of their own, because the checkout loads the cards without them. */
const onNow = /web\/src\/features\/events\/(on-now|browse\/listed-by-end)\.ts$/;
const smallCards = /web\/src\/features\/events\/(small-card|shown-event|events\.next\.api)\.tsx?$/;
const eventParts =
  /lucide-react\/dist\/esm\/icons\/(clock|map-pin|users|chevron-left|chevron-right)\.|web\/src\/(ui\/badge|features\/(registrations\/(registrations\.api|use-my-registration)|events\/(host-link|page\/event-action|saved\/saved-event)))\.tsx?$/;
const eventIcons = /lucide-react\/dist\/esm\/icons\/(arrow-left|calendar-plus|download|share-2)\./;
const emptyState = /web\/src\/ui\/empty-state\.tsx$/;
const lists = /web\/src\/(ui\/lists\/(chips|pagination|page-steps)|layout\/use-search-text)\.tsx?$/;
const eventPage =
  /web\/src\/(features\/payments\/(checkout-marks|known-orders)|layout\/use-event-key|ui\/ticket-stub)\.tsx?$/;
const forms = /node_modules\/react-hook-form\/|web\/src\/(api\/field-errors|ui\/forms\/needs-scripts)\.tsx?$/;
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
          // What every page needs is in two files, and not in a file for each module that several pages share.
          output: {
            codeSplitting: {
              groups: [
                { name: 'libraries', test: libraries },
                { name: 'shell', test: shell },
                { name: 'cards', test: cards },
                { name: 'on-now', test: onNow },
                { name: 'small-cards', test: smallCards },
                { name: 'event-parts', test: eventParts },
                { name: 'event-icons', test: eventIcons },
                { name: 'states', test: emptyState },
                { name: 'event-page-parts', test: eventPage },
                { name: 'lists', test: lists },
                { name: 'forms', test: forms },
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
