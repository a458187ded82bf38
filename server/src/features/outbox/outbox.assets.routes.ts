import type { FastifyInstance } from 'fastify';

const caching = 'private, max-age=300';

/**
 * Serves the style sheet of the outbox. Does not use the files of the web build, because the outbox must also
 * work without the web build.
 */
export function registerOutboxAssetRoutes(app: FastifyInstance): void {
  app.get('/dev/outbox/style.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', caching).send(styleSheet),
  );
}

const styleSheet = `
@font-face { font-family: Fraunces; font-weight: 600; font-display: swap; src: url('/fonts/display.ttf'); }
@font-face { font-family: 'Instrument Sans'; font-weight: 400; font-display: swap; src: url('/fonts/text.ttf'); }
@font-face { font-family: 'Instrument Sans'; font-weight: 600; font-display: swap; src: url('/fonts/strong.ttf'); }

:root {
  color-scheme: light dark;
  --paper: #faf5ea; --paper-raised: #fffcf5; --paper-sunken: #f1e9d8;
  --ink: #211a14; --ink-faint: #6d6152; --line: #dfd3bd; --spot: #b8350f;
  --warn: #7a4d00; --warn-wash: #fbeac6;
  --shadow: 0 1px 2px rgb(33 26 20 / 6%), 0 10px 28px -14px rgb(33 26 20 / 28%);
  --sans: 'Instrument Sans', ui-sans-serif, system-ui, sans-serif;
  --display: Fraunces, Georgia, 'Times New Roman', serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #1b130d; --paper-raised: #291e16; --paper-sunken: #130c08;
    --ink: #f6ecdc; --ink-faint: #b3a28d; --line: #453628; --spot: #ff8258;
    --warn: #f0bf62; --warn-wash: #3d2c0c;
    --shadow: 0 10px 28px -14px rgb(0 0 0 / 60%);
  }
}

*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100dvh; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.6 var(--sans); overflow-wrap: anywhere;
}
h1, h2 {
  margin: 0; font: 600 1.5rem/1.15 var(--display); letter-spacing: -0.015em; text-wrap: balance;
}
h1 { font-size: clamp(1.9rem, 6vw, 2.75rem); }
p, ol, ul, dl, dd { margin: 0; padding: 0; }
ol, ul { list-style: none; }
a { color: var(--spot); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--spot); outline-offset: 3px; border-radius: 0.25rem; }

.notice {
  padding: 0.5rem 1rem; background: var(--warn-wash); color: var(--warn); font-size: 0.9rem; text-align: center;
}
.site {
  border-bottom: 1px solid var(--line);
}
.site a {
  display: flex; gap: 0.6rem; align-items: center; min-height: 4rem;
  color: var(--ink); font: 600 1.4rem/1 var(--display); text-decoration: none;
}
.site svg { width: 1.75rem; height: 1.75rem; flex: none; }
.site svg path:first-child { fill: var(--spot); }
.site svg path:last-child { fill: var(--paper); }
.width { max-width: 80rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2.5rem); }
main { padding-block: clamp(1.5rem, 5vw, 3rem) 4rem; }
.lead { margin-top: 0.6rem; color: var(--ink-faint); }
.back { display: inline-flex; align-items: center; min-height: 2.75rem; }

.mails { display: grid; gap: 0.75rem; margin-top: 2rem; }
.mails li {
  position: relative; display: grid; gap: 0.15rem 2rem; padding: 1rem 1.25rem;
  border: 1px solid var(--line); border-radius: 0.75rem; background: var(--paper-raised); box-shadow: var(--shadow);
}
.mails li:hover { border-color: var(--spot); }
.mails a { color: var(--ink); font-weight: 600; text-decoration: none; }
/* The link covers its card, so that the whole card can be clicked. */
.mails a::after { content: ''; position: absolute; inset: 0; }
.mails li:hover a { color: var(--spot); }
.mails p { color: var(--ink-faint); font-size: 0.95rem; }
@media (min-width: 60rem) {
  .mails li { grid-template-columns: minmax(0, 1fr) 17rem 19rem; align-items: baseline; }
}
.empty {
  margin-top: 2rem; padding: 3rem 1.5rem; border-radius: 0.75rem; background: var(--paper-sunken); text-align: center;
}

.facts { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.25rem 1.5rem; margin-top: 1.25rem; }
.facts dt { color: var(--ink-faint); }
.files { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.files a { display: inline-flex; align-items: center; min-height: 1.75rem; }
.forms { display: grid; gap: 2rem; margin-top: 2rem; }
.forms > section { min-width: 0; }
.head { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between; }
.alone {
  display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 1.25rem; border-radius: 999px;
  border: 1px solid var(--spot); background: var(--paper-raised); font-weight: 600; text-decoration: none;
}
.alone:hover { text-decoration: underline; }
.sheet {
  display: block; width: 100%; margin: 0.75rem 0 0; border: 1px solid var(--line); border-radius: 0.75rem;
  background: var(--paper-raised); box-shadow: var(--shadow);
}
iframe.sheet { height: calc(100dvh - 5rem); min-height: 24rem; }
pre.sheet { padding: 1.25rem; font-size: 0.9rem; line-height: 1.55; white-space: pre-wrap; }
@media (min-width: 60rem) {
  .forms { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); }
}
`;
