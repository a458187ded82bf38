import { HeadContent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { boot, loadLater, showLoadFailure } from '../boot.ts';
import type { Assets } from '../site.ts';
import displayFace from '../styles/fonts/fraunces-semibold-basic.woff2?url';
import textFace from '../styles/fonts/instrument-sans-basic.woff2?url';

// In development the styles use other web addresses for the fonts, so a preload would load each font twice.
const faces = import.meta.env.PROD ? [displayFace, textFace] : [];

/** The script in the document. The Content-Security-Policy of pages names its hash. In the browser it has already run. */
export const bootScript = import.meta.env.SSR
  ? `(${boot.toString()})();(${loadLater.toString()})(${showLoadFailure.toString()})`
  : '';

export interface DocumentProps {
  assets: Assets;
  /** The text of the style sheet, on the server only. In the browser it is already part of the document. */
  css?: string | undefined;
  children: ReactNode;
}

/** The HTML document. The boot script changes attributes of `html` before hydration, so React must not warn about them. */
export function Document({ assets, css, children }: DocumentProps) {
  const modules = [...assets.scripts, ...assets.preloads];
  return (
    <html lang="en-GB" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf5ea" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1b130d" />
        <script
          data-modules={modules.length > 0 ? modules.join(' ') : undefined}
          suppressHydrationWarning
          // The text is our own source, and the policy of pages allows only this text.
          // oxlint-disable-next-line react/no-danger
          dangerouslySetInnerHTML={{ __html: bootScript }}
        />
        {css !== undefined && (
          <style href="foyer" precedence="foyer">
            {css}
          </style>
        )}
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
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} precedence="foyer" />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <HeadContent />
        {assets.scripts.length === 0 && <script src="/come-back.js" defer />}
      </head>
      <body>{children}</body>
    </html>
  );
}
