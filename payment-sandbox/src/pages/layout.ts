import { html, type Html } from '@foyer/server/http/html.ts';

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
        <header class="sandbox-bar"><strong>Sandbox:</strong> no real money moves here.</header>
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
