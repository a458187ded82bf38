import { Html, html } from '../http/html.ts';

/**
 * The frame that all mails share. Mail programs know little CSS: tables, inline styles, and for those that
 * can a dark colour scheme.
 */
export function renderMail(options: {
  title: string;
  preview: string;
  body: Html;
  publicUrl: string;
}): string {
  const { source } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${options.title}</title>
        ${style}
      </head>
      <body style="margin:0;background:#f6f1e7;color:#1f1b16;font-family:Georgia,'Times New Roman',serif">
        <div style="display:none;max-height:0;overflow:hidden">${options.preview}</div>
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed">
          <tr>
            <td class="page" align="center" style="padding:32px 16px">
              <table
                role="presentation"
                class="sheet"
                cellpadding="0"
                cellspacing="0"
                style="table-layout:fixed;max-width:560px;width:100%;background:#fffdf8;border:1px solid #d9cfbd;border-radius:6px"
              >
                <tr>
                  <td
                    class="body"
                    style="padding:32px;font-size:16px;line-height:1.55;overflow-wrap:break-word"
                  >
                    ${options.body}
                  </td>
                </tr>
              </table>
              <p class="quiet" style="font-size:13px;color:#6b6154">
                Sent by Foyer, <a href="${options.publicUrl}" style="color:inherit">${options.publicUrl}</a>
              </p>
            </td>
          </tr>
        </table>
      </body>
    </html>`;
  return source;
}

const style = new Html(`<style>
  @media (max-width: 480px) {
    .page { padding: 16px 8px !important; }
    .body { padding: 24px 16px !important; }
  }
  @media (prefers-color-scheme: dark) {
    body { background: #17130f !important; color: #f3ecdf !important; }
    .sheet { background: #221c16 !important; border-color: #4a3f33 !important; }
    .quiet { color: #b5a893 !important; }
    h1, p, a { color: inherit !important; }
  }
</style>`);

/** The one thing to do, as a link that looks like a button. */
export function mailButton(label: string, href: string): Html {
  return html`<p style="margin:24px 0">
    <a
      href="${href}"
      style="background:#b3401f;color:#ffffff !important;text-decoration:none;padding:12px 20px;border-radius:4px;display:inline-block"
      >${label}</a
    >
  </p>`;
}
