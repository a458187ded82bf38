import {
  writeDescriptionHtml,
  writeDescriptionWithoutLinks,
} from '@foyer/contract/text/formatted-description.ts';
import { Html, html } from '../../http/html.ts';
import { button, composeMail, facts, paragraph, title, type Part, type Site } from '../../mail/compose.ts';
import { titleFont } from '../../mail/layout.ts';
import { describePicture, type PicturedEvent } from '../../mail/mail-picture.ts';
import type { Message } from '../../mail/mail.ts';
import { breakLinks, breakLinksIn, formatWhen, formatWhere, listDoors, writeName } from '../../mail/words.ts';
import { explainReader, type NewsLink } from '../events/mails/events.emails.ts';
import type { NewsReader } from '../events/mails/mails.jobs.ts';
import { unwrapLinks, writePlainText } from './messages.rules.ts';

/** The words of a team, the event that they are about, and one recipient. */
export interface MessageMail extends PicturedEvent {
  subject: string;
  text: string;
  /** Who gets the answers, or null if nobody does. */
  replyTo: { name: string; address: string } | null;
  reader: NewsReader;
  /** Whether somebody else arranged the ticket, so that the team's words must not become links. */
  isUnasked: boolean;
  email: string;
  /** The name of the buyer. */
  giver: string | null;
  team_id: number;
  team_name: string;
  start_time: Date;
  end_time: Date;
  /** How many minutes before the start the doors open. */
  doors_minutes: number | null;
  location: string | null;
  /** The page that the mail offers, or null for none. */
  link: NewsLink | null;
}

export function renderMessageMail(sent: MessageMail, site: Site): Message {
  const mail = sent.isUnasked
    ? breakLinksIn(sent, ['subject', 'event_title', 'location', 'team_name'])
    : sent;
  const when = formatWhen(mail.start_time, mail.end_time, site.timeZone);
  const { subject, replyTo, link } = mail;
  return composeMail({
    to: mail.email,
    subject,
    preview: `${mail.team_name} about ${mail.event_title}`,
    site,
    picture: mail.isUnasked ? null : describePicture(site, mail),
    because: explainReader(mail, { had: false }),
    stopping: {
      begin: `If you do not want messages from ${mail.team_name},`,
      link: 'stop them',
      href: site.stopAddress({ email: mail.email, teamId: mail.team_id, topic: 'messages' }),
      oneClick: true,
    },
    ...(replyTo && { replyTo }),
    parts: [
      title(subject),
      paragraph(`A message from ${mail.team_name} about ${mail.event_title}.`),
      writeText(mail),
      facts([
        { label: 'Event', value: mail.event_title },
        { label: 'When', value: when },
        ...listDoors(mail, site.timeZone),
        { label: 'Where', value: formatWhere(mail.location) },
      ]),
      link && button(link.label, link.href),
      paragraph(
        replyTo
          ? `You can reply to this email. Your reply goes to ${writeName(replyTo.name)}.`
          : 'Nobody reads replies to this email.',
      ),
    ],
  });
}

function writeText({ text, isUnasked }: MessageMail): Part {
  if (!isUnasked) return formattedText(writeDescriptionHtml(text), writePlainText(text));
  // Broken text alone is not enough: Markdown decodes entities such as `&period;` in the address of a link.
  const shown = breakLinks(unwrapLinks(text));
  return formattedText(writeDescriptionWithoutLinks(shown), writePlainText(shown));
}

const block = 'margin:0 0 14px;color:#211a14';
const heading = `${block};font-family:${titleFont};font-weight:600;line-height:1.25`;

/** The styles of the tags that `writeDescriptionHtml` writes, because many mail programs support no style sheets. */
const styles: Readonly<Record<string, string>> = {
  p: block,
  ul: `${block};padding-left:22px`,
  ol: `${block};padding-left:22px`,
  li: 'margin:0 0 4px;color:#211a14',
  h3: `${heading};font-size:21px`,
  h4: `${heading};font-size:18px`,
  h5: `${heading};font-size:16px`,
  h6: `${heading};font-size:16px`,
};

/** A text that somebody typed, as the HTML of a description and for readers of plain mails. */
function formattedText(formatted: string, plain: string): Part {
  // Typed angle brackets are escaped, so each match is a tag that Foyer wrote.
  const styled = formatted
    .replace(/<(p|ul|ol|li|h[3-6])>/g, (_, tag: string) => `<${tag} class="ink" style="${styles[tag]}">`)
    .replaceAll('<a href=', '<a class="ink" style="color:#211a14" href=');
  return { text: plain, html: html`<div style="margin:0 0 20px">${new Html(styled)}</div>` };
}
