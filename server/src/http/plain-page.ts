import { Html, html } from './html.ts';

/** The page contains its styles in light and dark, because a busy server should not have to send a second file. */
const styles = `
:root { color-scheme: light dark; --paper: #fffcf5; --ink: #211a14; --bad: #9c1731; --spot: #b8350f; --on-spot: #fffaf2; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1b130d; --ink: #f6ecdc; --bad: #ff98a0; --spot: #ff8258; --on-spot: #1f0d05; }
}
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.6 'Instrument Sans', Arial, sans-serif; text-align: center; }
main { padding: 1.5rem; max-width: 32rem; }
h1 { margin: 0; font: 600 2.25rem/1.1 Fraunces, Georgia, serif; color: var(--bad); }
a { display: inline-block; margin-top: 1rem; padding: 0.75rem 1.5rem; border-radius: 0.5rem; background: var(--spot);
  color: var(--on-spot); font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 3px solid var(--spot); outline-offset: 3px; }`;

interface Words {
  title: string;
  heading: string;
  text: string;
  /** The text of the link that loads the requested page again. */
  link: string;
}

/** Renders the page that visitors see when the server cannot render the requested page. */
export function renderOutagePage(message: string): string {
  return renderPage({ title: 'Foyer is busy', heading: 'Error', text: message, link: 'Try Again' });
}

/** Renders the page that visitors see whose browser sent a form that only scripts can send. */
export function renderNeedsScriptsPage(): string {
  return renderPage({
    title: 'JavaScript is needed · Foyer',
    heading: 'This form needs JavaScript',
    text: 'Nothing was saved. Please turn JavaScript on in your browser, then fill in the form again.',
    link: 'Back to the form',
  });
}

function renderPage({ title, heading, text, link }: Words): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${new Html(styles)}
        </style>
      </head>
      <body>
        <main>
          <h1>${heading}</h1>
          <p>${text}</p>
          <a href="">${link}</a>
        </main>
      </body>
    </html>`.source;
}
