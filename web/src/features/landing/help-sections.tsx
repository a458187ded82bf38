import type { ReactNode } from 'react';
import { Link } from '../../layout/link.tsx';
import { useSite } from '../../layout/use-site.ts';
import { paths } from '../../paths.ts';
import { readContact } from '../support/support-contact.ts';

const textLink = 'font-semibold text-spot underline underline-offset-4';

export function HelpSections() {
  return (
    <div className="page-width mt-24 grid gap-x-12 gap-y-14 lg:grid-cols-2">
      <Section id="help" title="Help">
        <Question title="How do I get a ticket?">
          Open an event and choose your tickets. You need no account: we email the tickets to you. With an
          account, you also find them in{' '}
          <Link to={paths.profile} className={textLink}>
            your profile
          </Link>
          .
        </Question>
        <Question title="What do I show at the door?">
          The QR code of your ticket, on your phone or printed. Each ticket admits one person, once.
        </Question>
        <Question title="I cannot come. What now?">
          Open your order from our email or from your profile. You can cancel free tickets there, and paid
          ones if the team that hosts the event allows it. Otherwise ask the team.
        </Question>
        <Question title="How do I put on an event?">
          Tick “I am an event organizer” when you{' '}
          <Link to={paths.signUp} className={textLink}>
            sign up
          </Link>
          . Your team then has a dashboard, where you create and publish events.
        </Question>
      </Section>
      <div className="grid content-start gap-14">
        <Section id="contact" title="Contact">
          <ContactText />
        </Section>
        <Section id="privacy" title="Privacy">
          <PrivacyText />
        </Section>
      </div>
    </div>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`${id}-title`} id={id}>
      <h2 id={`${id}-title`} className="text-3xl font-semibold sm:text-4xl">
        {title}
      </h2>
      <div className="mt-5 grid gap-4 text-ink-soft">{children}</div>
    </section>
  );
}

function Question({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-t border-line-strong pt-4">
      <h3 className="font-sans text-lg font-semibold tracking-normal text-ink">{title}</h3>
      <p className="mt-1">{children}</p>
    </div>
  );
}

function ContactText() {
  const { supportContact } = useSite();
  if (!supportContact) {
    return (
      <p>
        For questions about an event or a ticket, ask the team that hosts it. Its name is on the event’s page,
        with its address if it has given one. This site has not published a contact address of its own.
      </p>
    );
  }
  const { href, label } = readContact(supportContact, undefined);
  return (
    <>
      <p>
        For questions about an event or a ticket, ask the team that hosts it. If it has given an address, that
        is on the event’s page. You can also write to us:
      </p>
      <p className="text-lg font-semibold">
        {href === null ? (
          <span className="text-ink">{label}</span>
        ) : (
          <a href={href} className={textLink}>
            {label}
          </a>
        )}
      </p>
    </>
  );
}

function PrivacyText() {
  return (
    <>
      <p>
        <strong className="text-ink">Your account:</strong> username, email address, profile picture address,
        teams, roles and invitations, and the devices that you signed in on. Of your password we store only a
        hash, which nobody can turn back into the password.
      </p>
      <p>
        <strong className="text-ink">Your events:</strong> your registrations and tickets, and when you were
        checked in. The team that hosts an event sees your username, and your email address if you registered
        or bought the ticket yourself.
      </p>
      <p>
        <strong className="text-ink">Your payments:</strong> amounts, times and the payment provider’s
        reference numbers. You enter your card details on the provider’s page; we never see or store them.
      </p>
      <p>
        <strong className="text-ink">Records:</strong> a log of important changes, such as refunds, with the
        name of the person who made them, as long as that person has an account. The server’s log has the
        network address of each request.
      </p>
      <p>
        <strong className="text-ink">In your browser:</strong> your login, your theme, your tickets for use
        without a network, and two cookies: one remembers whether a sidebar is open, and one that you signed
        in on this device. There is no tracking and no advertising. Map links and Google Calendar lead to
        other sites.
      </p>
      <p>
        In your profile, under{' '}
        <Link to={paths.security} className={textLink}>
          Account security
        </Link>
        , you can download all of this, and delete your account. Your registrations and tickets are then
        deleted with it. Payment records stay, without your name.
      </p>
    </>
  );
}
