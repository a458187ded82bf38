import { writeEventPath } from '@foyer/contract/text/event-address.ts';
import type { Deps } from '../deps.ts';
import { html, type Html } from '../http/html.ts';
import { renderImage, renderPage, sheetPadding, sheetWidth, titleFont } from './layout.ts';
import type { MailPicture } from './mail-picture.ts';
import type { MailAttachment, Message } from './mail.ts';
import { stopAddress, type StopWish } from './mail-stops.ts';
import { writeName, writeQuestions, type Questions } from './words.ts';

export interface Part {
  html: Html;
  text: string;
}

export interface Site {
  publicUrl: string;
  timeZone: string;
  /** The sender, as `Foyer <tickets@example.org>` or only the email address. */
  mailFrom: string;
  /** Returns the page where the owner of an email address can stop mails of this kind without logging in. */
  stopAddress: (wish: StopWish) => string;
}

export function describeSite(deps: Deps): Site {
  const { publicUrl, config } = deps;
  return {
    publicUrl,
    timeZone: config.timeZone,
    mailFrom: config.mailFrom,
    stopAddress: (wish) => stopAddress(deps, wish),
  };
}

/**
 * The sentence about how to stop mails of this kind: `begin` is its first half, and `link` its second half, shown as a
 * link.
 */
export interface Stopping {
  begin: string;
  link: string;
  href: string;
  /** Tells whether mail programs may offer to stop mails of this kind with one click. */
  oneClick?: boolean;
}

/**
 * Returns the web address of an event's page. For a private event, the address contains the event's key.
 * @param origin scheme and host, without a slash at the end
 */
export function eventAddress(
  origin: string,
  event: { event_id: number; event_title: string; event_key: string | null },
): string {
  return origin + writeEventPath({ id: event.event_id, title: event.event_title, key: event.event_key });
}

/** Returns the web address of an order's page. `key` opens the page without an account. */
export function orderAddress(
  origin: string,
  { number, key }: { number: string; key: string | null },
): string {
  // Browsers send the part after # to no server, so the key reaches no log.
  return `${origin}/orders/${number}${key === null ? '' : `#key=${key}`}`;
}

/** Returns the web address of a ticket's page. `key` opens the page without an account. */
export function ticketAddress(origin: string, { id, key }: { id: number; key: string }): string {
  return `${origin}/tickets/${id}#key=${key}`;
}

interface Contents {
  to: string;
  subject: string;
  preview: string;
  /** The picture above the text. `describePicture` says for whom. */
  picture?: MailPicture | null;
  parts: (Part | null)[];
  because: string;
  stopping: Stopping;
  questions?: Questions | null;
  site: Site;
  attachments?: MailAttachment[];
  replyTo?: Message['replyTo'];
}

/** Creates a mail from the same parts as text and as HTML, so that both say the same. */
export function composeMail({ parts, site, ...mail }: Contents): Message {
  const shownParts = parts.filter((part) => part !== null);
  const { to, subject, preview, picture = null, because, stopping, questions = null } = mail;
  const { attachments, replyTo } = mail;
  const { publicUrl } = site;
  const { begin, link, href, oneClick = false } = stopping;
  const footer = `--\n${questions ? `${writeQuestions(questions)}\n` : ''}${because}\n${begin} ${link}: ${href}\nSent by Foyer, ${publicUrl}`;
  return {
    to,
    subject,
    text: [...shownParts.map((part) => part.text), footer].join('\n\n'),
    html: renderPage({
      title: subject,
      preview,
      picture,
      body: shownParts.map((part) => part.html),
      because,
      stopping,
      questions,
      publicUrl,
    }),
    ...(oneClick && { stopAddress: href }),
    ...(replyTo && { replyTo }),
    attachments,
  };
}

export function stopByDeletingAccount({ publicUrl }: Pick<Site, 'publicUrl'>): Stopping {
  return {
    begin: 'Emails like this come with your account. To end them,',
    link: 'delete your account',
    href: `${publicUrl}/profile/security`,
  };
}

export function stopUnasked(site: Site, to: { email: string; team_id: number | null }): Stopping {
  return {
    begin: 'You did not ask for this email. If you do not want such emails,',
    link: 'stop them',
    href: site.stopAddress({ email: to.email, teamId: to.team_id }),
    oneClick: true,
  };
}

/** For a ticket that somebody gave to the reader. A stop does not keep such tickets back. */
export function stopOthers(site: Site, to: { email: string; team_id: number | null }): Stopping {
  const begin = 'Tickets that people give you always arrive. If you do not want other emails like this,';
  return { ...stopUnasked(site, to), begin };
}

/** For mails to guests. Nobody has verified their addresses, so the reader may not have ordered anything. */
export function stopAsGuest(site: Site, { email }: { email: string }): Stopping {
  return {
    begin: 'If that was not you, and you do not want such emails,',
    link: 'stop them',
    href: site.stopAddress({ email }),
  };
}

/**
 * Creates the greeting and the sentences below it. `name` is null for a reader without an account. The name must
 * not become a link, because a stranger may have chosen it.
 */
export function opening(name: string | null, sentences: string): Part {
  const greeting = name === null ? 'Hello,' : `Hello ${writeName(name)},`;
  return {
    text: `${greeting}\n\n${sentences}`,
    html: html`<p class="ink" style="margin:0 0 10px;color:#211a14">${greeting}</p>
      <p class="ink" style="margin:0 0 16px;color:#211a14">${sentences}</p>`,
  };
}

export function title(text: string): Part {
  return {
    text: `${text}\n${'='.repeat(Math.min(text.length, 60))}`,
    html: html`<h1
      class="title ink"
      style="margin:0 0 20px;font-family:${titleFont};font-size:30px;font-weight:600;line-height:1.15;color:#211a14"
    >
      ${text}
    </h1>`,
  };
}

/** Outlook for Windows would widen the sheet for a wider picture. */
function fitIntoSheet(picture: MailPicture): MailPicture {
  const width = sheetWidth - 2 * (sheetPadding + 1);
  return { ...picture, width, height: Math.round((picture.height * width) / picture.width) };
}

/** Begins one of several events in a mail, with its picture. */
export function section(text: string, picture: MailPicture | null): Part {
  return {
    text: `${text}\n${'-'.repeat(Math.min(text.length, 60))}`,
    html: html`<div
        class="row"
        style="margin:32px 0 0;padding:28px 0 0;border-top:1px solid #dfd3bd;font-size:14px;line-height:1.5;text-align:center"
      >
        ${picture && renderImage(fitIntoSheet(picture), '11px')}
      </div>
      <h2
        class="ink"
        style="margin:${picture ? '18px' : '0'} 0 16px;font-family:${titleFont};font-size:23px;font-weight:600;line-height:1.2;color:#211a14"
      >
        ${text}
      </h2>`,
  };
}

export function paragraph(text: string): Part {
  return { text, html: html`<p class="ink" style="margin:0 0 16px;color:#211a14">${text}</p>` };
}

interface Fact {
  label: string;
  value: string;
  was?: string;
}

export function facts(list: Fact[]): Part {
  const rows = list.map(
    ({ label, value, was }) =>
      html`<tr>
        <td
          class="faint row"
          width="76"
          style="padding:9px 16px 9px 0;border-top:1px solid #dfd3bd;vertical-align:top;white-space:nowrap;font-size:14px;line-height:1.7;color:#6d6152"
        >
          ${label}
        </td>
        <td
          class="ink row"
          style="padding:9px 0;border-top:1px solid #dfd3bd;vertical-align:top;font-weight:600;color:#211a14"
        >
          ${keepTimes(value)}
          ${
            was !== undefined &&
            html`<br /><span class="faint" style="font-weight:400;color:#6d6152"
                >until now ${keepTimes(was)}</span
              >`
          }
        </td>
      </tr>`,
  );
  return {
    text: list
      .map(({ label, value, was }) => `${label}: ${value}${was === undefined ? '' : `\n  Until now: ${was}`}`)
      .join('\n'),
    html: html`<table
      role="presentation"
      width="100%"
      cellpadding="0"
      cellspacing="0"
      style="margin:0 0 20px;font-size:16px;line-height:1.5"
    >
      ${rows}
    </table>`,
  };
}

/** Keeps `7:30 PM` on one line. */
function keepTimes(value: string): string {
  return value.replace(/(?<=\d) (?=[AP]M\b)/g, '\u00a0');
}

export function button(label: string, href: string): Part {
  return {
    text: `${label}: ${href}`,
    // Outlook for Windows knows no padding of links, so the cell has it there.
    html: html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0 20px">
      <tr>
        <td
          class="button"
          bgcolor="#b8350f"
          style="border-radius:24px;background:#b8350f;mso-padding-alt:13px 26px"
        >
          <a
            href="${href}"
            class="button"
            style="display:inline-block;padding:13px 26px;border-radius:24px;background:#b8350f;color:#fffaf2;font-size:16px;font-weight:600;line-height:1.3;text-decoration:none"
            >${label}</a
          >
        </td>
      </tr>
    </table>`,
  };
}
