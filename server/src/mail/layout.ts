import { Html, html } from '../http/html.ts';
import type { Stopping } from './compose.ts';
import type { MailPicture } from './mail-picture.ts';
import type { Questions } from './words.ts';

const textFont = "'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
export const titleFont = "Fraunces,Georgia,'Times New Roman',serif";

/** In pixels, on screens that are wide enough. */
export const sheetWidth = 560;
export const sheetPadding = 32;

interface Page {
  title: string;
  /** The text that mail programs show next to the subject in the inbox. */
  preview: string;
  picture: MailPicture | null;
  body: Html[];
  because: string;
  stopping: Stopping;
  questions: Questions | null;
  publicUrl: string;
}

/** Mail programs fill the rest of the preview with the first words of the mail, unless this stands before them. */
const endOfPreview = new Html('&#8199;&#847; '.repeat(60));

/**
 * Renders the frame that all mails share. It uses tables and inline styles, because many mail programs support nothing
 * else. Text never lies on a picture, because a program that inverts only the colour of the text would make it
 * unreadable.
 */
export function renderPage(page: Page): string {
  const { source } = html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>${page.title}</title>
        ${writeStyle(page.publicUrl)}
      </head>
      <body
        class="ground ink"
        style="margin:0;padding:0;background:#f1e9d8;color:#211a14;font-family:${textFont};-webkit-text-size-adjust:100%"
      >
        <div style="display:none;max-height:0;overflow:hidden">${page.preview}${endOfPreview}</div>
        <table
          role="presentation"
          class="ground"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          style="table-layout:fixed;background:#f1e9d8"
        >
          <tr>
            <td class="page" align="center" style="padding:28px 16px 40px">
              ${onlyOutlook(`<table role="presentation" width="${sheetWidth}" cellpadding="0" cellspacing="0"><tr><td>`)}
              ${renderSheet(page)} ${onlyOutlook('</td></tr></table>')}
            </td>
          </tr>
        </table>
      </body>
    </html>`;
  return source;
}

/** Outlook for Windows does not know `max-width`, so it gets a table of a fixed width around the mail. */
function onlyOutlook(source: string): Html {
  return new Html(`<!--[if mso]>${source}<![endif]-->`);
}

function renderSheet({ picture, body, because, stopping, questions, publicUrl }: Page): Html {
  // A picture, or a line of colour, closes the sheet at its top.
  const top = picture ? '' : ';border-top:4px solid #b8350f;border-radius:12px 12px 0 0';
  return html`<table
    role="presentation"
    width="${sheetWidth}"
    cellpadding="0"
    cellspacing="0"
    style="table-layout:fixed;width:100%;max-width:${sheetWidth}px;text-align:left"
  >
    <tr>
      <td style="padding:0 4px 16px">${renderBrand(publicUrl)}</td>
    </tr>
    ${picture && renderPicture(picture)}
    <tr>
      <td
        class="${picture ? 'sheet body' : 'sheet body lined'}"
        style="padding:${sheetPadding}px;background:#fffcf5;border:1px solid #dfd3bd${top};border-bottom-left-radius:12px;border-bottom-right-radius:12px;font-size:16px;line-height:1.55;overflow-wrap:break-word;word-break:break-word"
      >
        ${body}
      </td>
    </tr>
    <tr>
      <td class="faint" style="padding:20px 4px 0;font-size:13px;line-height:1.55;color:#6d6152">
        ${
          questions &&
          html`${questions.begin}
            <a href="${questions.href}" class="faint" style="color:#6d6152">${questions.link}</a>.<br />`
        }
        ${because}<br />
        ${stopping.begin}
        <a href="${stopping.href}" class="faint" style="color:#6d6152">${stopping.link}</a>.<br />
        Sent by Foyer,
        <a href="${publicUrl}" class="faint" style="color:#6d6152">${publicUrl}</a>
      </td>
    </tr>
  </table>`;
}

/** Draws the mark, a doorway, with boxes and round corners, so that it is there when pictures are blocked. */
function renderBrand(publicUrl: string): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0">
    <tr>
      <td style="padding:0 10px 0 0">
        <div
          class="spot"
          style="width:26px;height:22px;padding:6px 0 0;border-radius:13px 13px 0 0;background:#b8350f;font-size:0;line-height:0"
        >
          <div
            class="ground"
            style="width:14px;height:17px;margin:0 auto;padding:5px 0 0;border-radius:7px 7px 0 0;background:#f1e9d8"
          >
            <div class="spot" style="width:3px;height:17px;margin:0 auto;background:#b8350f"></div>
          </div>
        </div>
      </td>
      <td style="font-family:${titleFont};font-size:23px;font-weight:600;line-height:28px">
        <a href="${publicUrl}" class="ink" style="color:#211a14;text-decoration:none">Foyer</a>
      </td>
    </tr>
  </table>`;
}

/** While pictures are blocked, the words stand on the colour of the sheet. */
function renderPicture(picture: MailPicture): Html {
  return html`<tr>
    <td
      class="sheet"
      style="padding:0;background:#fffcf5;border:1px solid #dfd3bd;border-bottom:0;border-radius:12px 12px 0 0;font-size:14px;line-height:1.5;text-align:center"
    >
      ${renderImage(picture, '11px 11px 0 0')}
    </td>
  </tr>`;
}

/** @param radius of the corners */
export function renderImage({ address, alt, width, height }: MailPicture, radius: string): Html {
  return html`<img
    src="${address}"
    alt="${alt}"
    width="${width}"
    height="${height}"
    class="faint"
    style="display:block;width:100%;height:auto;border:0;border-radius:${radius};color:#6d6152"
  />`;
}

/**
 * Only programs that know media queries load the font, because Outlook for Windows writes Times for fonts that it cannot
 * load.
 */
function writeStyle(publicUrl: string): Html {
  return new Html(`<style>
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media screen {
    @font-face { font-family: Fraunces; font-weight: 600; src: url('${publicUrl}/fonts/display.ttf'); }
  }
  @media (max-width: 480px) {
    .page { padding: 20px 8px 32px !important; }
    .body { padding: 24px 18px !important; }
    .title { font-size: 25px !important; }
  }
  @media (prefers-color-scheme: dark) {
    .ground { background: #130c08 !important; }
    .sheet { background: #231910 !important; border-color: #453628 !important; }
    .lined { border-top-color: #ff8258 !important; }
    .ink { color: #f6ecdc !important; }
    .faint { color: #b3a28d !important; }
    .spot { background: #ff8258 !important; }
    .row { border-color: #453628 !important; }
    .tear { border-color: #8d7a66 !important; }
    .button { background: #ff8258 !important; color: #1f0d05 !important; }
  }
</style>`);
}
