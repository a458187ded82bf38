import QRCode from 'qrcode';
import { html } from '../http/html.ts';
import type { Part } from './compose.ts';
import type { MailAttachment } from './mail.ts';

interface Stub {
  code: string;
  /** The page that shows the QR code to the reader, without a login if the reader may have no account. */
  page: string | null;
  cid: string;
  heading?: string;
  /** Whether another stub follows. Two stubs share one perforated edge. */
  hasNext?: boolean;
}

/** The QR code keeps a white background, so that scanners can read it in dark mode. */
export function ticketStub({ code, page, cid, heading, hasNext = false }: Stub): Part {
  const lines = [
    ...(heading === undefined ? [] : [heading]),
    `Ticket code: ${code}`,
    `Show the QR code at the door: it is in the attached PDF${page === null ? '' : ` and at ${page}`}`,
  ];
  return {
    text: lines.join('\n'),
    html: html`<table
      role="presentation"
      class="tear"
      width="100%"
      cellpadding="0"
      cellspacing="0"
      style="margin:0 0 ${hasNext ? '0' : '20px'};border-top:2px dashed #8f816c;border-bottom:${hasNext ? '0' : '2px dashed #8f816c'}"
    >
      <tr>
        <td class="ink" align="center" style="padding:22px 0 18px;color:#211a14">
          ${heading !== undefined && html`<p style="margin:0 0 12px;font-weight:600">${heading}</p>`}
          <img
            src="cid:${cid}"
            width="220"
            height="220"
            alt="QR code of ticket ${code}"
            style="display:block;max-width:100%;height:auto;background:#ffffff;border-radius:8px"
          />
          <p style="margin:14px 0 2px;font-weight:600">Show this code at the door</p>
          <p
            class="faint"
            style="margin:0;font-family:monospace;font-size:14px;word-break:break-all;color:#6d6152"
          >
            ${code}
          </p>
        </td>
      </tr>
    </table>`,
  };
}

// Options of pngjs, found by trying. The usual ones take twice as long and make the picture of a QR code only 6 %
// smaller. Filter 2 stores each row as the difference from the row above, and most rows of a QR code repeat it.
const quickPng = { filterType: 2, deflateStrategy: 0, deflateLevel: 4 };

/** The ticket stub with the same `cid` shows this QR code. */
export async function drawQrCode(address: string, cid: string): Promise<MailAttachment> {
  return {
    filename: `${cid}.png`,
    content: await QRCode.toBuffer(address, {
      errorCorrectionLevel: 'M',
      margin: 2,
      width: 480,
      rendererOpts: { ...quickPng },
    }),
    contentType: 'image/png',
    cid,
  };
}
