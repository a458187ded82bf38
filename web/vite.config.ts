import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Two builds from one config: the client with its manifest, and with --ssr the page renderer, which carries all
// its libraries so that the server needs nothing but the built file.
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
        rolldownOptions: { input: 'src/entry-client.tsx' },
      },
  // Otherwise both of React's builds are carried along, and which one runs would hang on the environment.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  ssr: isSsrBuild ? { noExternal: true } : {},
}));
