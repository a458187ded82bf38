import { Html, html } from '../http/html.ts';
import type { Stopping } from './compose.ts';

const textFont = "'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
export const titleFont = "Fraunces,Georgia,'Times New Roman',serif";

interface Page {
  title: string;
  /** The text that mail programs show next to the subject in the inbox. */
  preview: string;
  body: Html[];
  because: string;
  stopping: Stopping;
  publicUrl: string;
}

/**
 * Renders the frame that all mails share. It uses tables and inline styles, because many mail programs support nothing
 * else. Text never lies on a picture, because a program that inverts only the colour of the text would make it
 * unreadable.
 */
export function renderPage(page: Page): string {
  const { source } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${page.title}</title>
        ${style}
      </head>
      <body
        class="ground ink"
        style="margin:0;padding:0;background:#f1e9d8;color:#211a14;font-family:${textFont};-webkit-text-size-adjust:100%"
      >
        <div style="display:none;max-height:0;overflow:hidden">${page.preview}</div>
        <table
          role="presentation"
          class="ground"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          style="table-layout:fixed;background:#f1e9d8"
        >
          <tr>
            <td class="page" align="center" style="padding:32px 16px">${renderSheet(page)}</td>
          </tr>
        </table>
      </body>
    </html>`;
  return source;
}

function renderSheet({ body, because, stopping, publicUrl }: Page): Html {
  return html`<table
    role="presentation"
    width="560"
    cellpadding="0"
    cellspacing="0"
    style="table-layout:fixed;width:100%;max-width:560px;text-align:left"
  >
    <tr>
      <td
        class="ink"
        style="padding:0 4px 14px;font-family:${titleFont};font-size:24px;font-weight:700;color:#211a14"
      >
        <a href="${publicUrl}" class="ink" style="color:#211a14;text-decoration:none"
          ><span class="spot" style="color:#b8350f">●</span> Foyer</a
        >
      </td>
    </tr>
    <tr>
      <td
        class="sheet body"
        style="padding:32px;background:#fffcf5;border:1px solid #dfd3bd;border-top:5px solid #b8350f;border-radius:6px;font-size:16px;line-height:1.55;overflow-wrap:break-word;word-break:break-word"
      >
        ${body}
      </td>
    </tr>
    <tr>
      <td class="faint" style="padding:16px 4px 0;font-size:13px;line-height:1.5;color:#6d6152">
        ${because}<br />
        ${stopping.begin}
        <a href="${stopping.href}" class="faint" style="color:#6d6152">${stopping.link}</a>.<br />
        Sent by Foyer,
        <a href="${publicUrl}" class="faint" style="color:#6d6152">${publicUrl}</a>
      </td>
    </tr>
  </table>`;
}

const style = new Html(`<style>
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (max-width: 480px) {
    .page { padding: 20px 8px !important; }
    .body { padding: 24px 18px !important; }
    .title { font-size: 25px !important; }
  }
  @media (prefers-color-scheme: dark) {
    .ground { background: #1b130d !important; }
    .sheet { background: #291e16 !important; border-color: #453628 !important; border-top-color: #ff8258 !important; }
    .ink { color: #f6ecdc !important; }
    .faint { color: #b3a28d !important; }
    .spot { color: #ff8258 !important; }
    .tear { border-color: #8d7a66 !important; }
    .button { background: #ff8258 !important; color: #1f0d05 !important; }
  }
</style>`);
