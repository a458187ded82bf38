import { html, type Html } from '@foyer/server/http/html.ts';

const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true">
  <path class="mark-wall" d="M3 31V16a13 13 0 0 1 26 0v15z" />
  <path class="mark-door" d="M9 31V16.5a7 7 0 0 1 14 0V31h-5.5V19.5h-3V31z" />
</svg>`;

/** Renders a whole HTML document without scripts, with Foyer's icon. */
export function renderDocument(page: { title: string; body: Html }): string {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${page.title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="../pages.css" />
      </head>
      <body>
        <p class="sandbox-bar"><strong>Sandbox:</strong> no real money moves here.</p>
        <header class="site"><a href="/">${MARK} Foyer</a></header>
        ${page.body}
      </body>
    </html>`.source;
}

export function renderMessage(message: {
  title: string;
  text: string;
  link: { href: string; label: string } | null;
}): string {
  const { link } = message;
  return renderDocument({
    title: message.title,
    body: html`<main class="message">
      <h1>${message.title}</h1>
      <p>${message.text}</p>
      ${link && html`<p><a class="button" href="${link.href}">${link.label}</a></p>`}
    </main>`,
  });
}
