import { button, composeMail, facts, paragraph, title, type Part, type Site } from '../../mail/compose.ts';
import { formattedText } from '../../mail/formatted-text.ts';
import type { Message } from '../../mail/mail.ts';
import { breakLinks, breakLinksIn, formatWhen, formatWhere, writeName } from '../../mail/words.ts';
import { explainReader, type NewsLink } from '../events/mails/events.emails.ts';
import type { NewsReader } from '../events/mails/mails.jobs.ts';
import { unwrapLinks, writePlainText } from './messages.rules.ts';

/** The words of a team, the event that they are about, and one person who gets them. */
export interface MessageMail {
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
  event_title: string;
  start_time: Date;
  end_time: Date;
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
    because: explainReader(mail, { had: false }),
    stopping: {
      begin: `If you do not want messages from ${mail.team_name},`,
      link: 'stop them',
      href: site.stopAddress({ email: mail.email, teamId: mail.team_id, isForMessages: true }),
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
        { label: 'Where', value: formatWhere(mail.location) },
      ]),
      link && button(link.label, link.href),
      paragraph(
        replyTo
          ? `You can answer this email. Your answer goes to ${writeName(replyTo.name)}.`
          : 'Nobody reads answers to this email.',
      ),
    ],
  });
}

function writeText({ text, isUnasked }: MessageMail): Part {
  const shown = isUnasked ? breakLinks(unwrapLinks(text)) : text;
  return formattedText(shown, writePlainText(shown));
}
