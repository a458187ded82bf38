import { HeadContent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Assets } from '../site.ts';

/** The whole document, on the server and in the browser alike. boot.js adds class and data to `html`. */
export function Document({ assets, children }: { assets: Assets; children: ReactNode }) {
  return (
    <html lang="en-GB" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf5ea" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#17110d" />
        <script src="/boot.js" />
        {assets.preloads.map((href) => (
          <Preload key={href} href={href} />
        ))}
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} precedence="foyer" />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <HeadContent />
        {assets.scripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
      </head>
      <body>{children}</body>
    </html>
  );
}

function Preload({ href }: { href: string }) {
  return href.endsWith('.woff2') ? (
    <link rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
  ) : (
    <link rel="modulepreload" href={href} />
  );
}
