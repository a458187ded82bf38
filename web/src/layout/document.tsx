import displayFace from '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2?url';
import textFace from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';
import { HeadContent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Assets } from '../site.ts';

// In development the styles use other web addresses for the fonts, so a preload would load each font twice.
const faces = import.meta.env.PROD ? [displayFace, textFace] : [];

/** The HTML document. boot.js changes attributes of `html` before hydration, so React must not warn about them. */
export function Document({ assets, children }: { assets: Assets; children: ReactNode }) {
  return (
    <html lang="en-GB" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf5ea" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1b130d" />
        <script src="/boot.js" />
        {faces.map((href) => (
          <link
            key={href}
            rel="preload"
            as="font"
            type="font/woff2"
            href={href}
            crossOrigin="anonymous"
            fetchPriority="high"
          />
        ))}
        {assets.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} precedence="foyer" />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <HeadContent />
        {assets.scripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
        {assets.scripts.length === 0 && <script src="/come-back.js" defer />}
      </head>
      <body>{children}</body>
    </html>
  );
}
