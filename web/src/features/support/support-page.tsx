import { getRouteApi } from '@tanstack/react-router';
import { Copy } from 'lucide-react';
import { Link } from '../../layout/link.tsx';
import { useSite } from '../../layout/use-site.ts';
import { paths } from '../../paths.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { TicketStub } from '../../ui/ticket-stub.tsx';
import { readContact } from './support-contact.ts';
import { toast } from '../../ui/overlays/toast.ts';

const route = getRouteApi(paths.support);

/** Shows the payment reference if the visitor came from a payment page. */
export function SupportPage() {
  const { session_id: reference } = route.useSearch();
  const { supportContact } = useSite();
  return (
    <div className="page-width grid items-start gap-12 pt-10 sm:pt-14 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
      <div>
        <h1 className="text-5xl font-semibold sm:text-6xl">Support</h1>
        <p className="mt-4 max-w-prose text-lg text-ink-soft">
          Something went wrong with a payment or a ticket?{' '}
          {supportContact ? 'Write to us and we will put it right.' : 'Here is what you can do.'}
        </p>
        <TicketStub className="mt-8 max-w-lg" stub={<Reference reference={reference} />}>
          <ContactDetails reference={reference} />
        </TicketStub>
      </div>
      <Answers />
    </div>
  );
}

function ContactDetails({ reference }: { reference: string | undefined }) {
  const { supportContact } = useSite();
  if (!supportContact) {
    return (
      <>
        <h2 className="text-2xl font-semibold">Contact</h2>
        <p className="mt-2">
          Ask the team that hosts your event. If it has given an address, you find it on the page of the
          event, next to the name of the team, and on your order. The team can look up your ticket and refund
          it. This site has not published a contact address.
        </p>
      </>
    );
  }
  const { href, label } = readContact(supportContact, reference);
  return (
    <>
      <h2 className="text-2xl font-semibold">Contact</h2>
      {href === null ? (
        <p className="mt-2 text-lg font-semibold break-words">{label}</p>
      ) : (
        <a href={href} className={`${buttonStyle('primary', 'lg')} mt-4 max-w-full`}>
          <span className="truncate">{label}</span>
        </a>
      )}
    </>
  );
}

function Reference({ reference }: { reference: string | undefined }) {
  const { supportContact } = useSite();
  if (!reference) {
    return (
      <p className="text-[0.9375rem] text-ink-soft">
        Say which event it is about, and your order number or the email address you ordered with. Never send
        card numbers.
      </p>
    );
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(reference);
      toast.success('Reference copied');
    } catch {
      toast.error('The reference could not be copied');
    }
  };
  return (
    <>
      <h2 className="font-sans text-base font-semibold tracking-normal">Payment reference</h2>
      <code className="mt-1 block font-mono text-sm leading-relaxed break-all">{reference}</code>
      <Button variant="secondary" size="sm" className="mt-3" onClick={() => void copy()}>
        <Copy size={16} aria-hidden />
        Copy reference
      </Button>
      <p className="mt-3 text-[0.9375rem] text-ink-soft">
        {supportContact
          ? 'Send it with your message, so that we find your payment at once.'
          : 'Give it to the team, so that it finds your payment at once.'}{' '}
        Never send card numbers.
      </p>
    </>
  );
}

function Answers() {
  return (
    <section aria-labelledby="answers">
      <h2 id="answers" className="text-3xl font-semibold">
        Common questions
      </h2>
      <dl className="mt-5 grid gap-6 text-lg">
        <div className="border-t border-line-strong pt-4">
          <dt className="font-semibold">I paid and see no ticket.</dt>
          <dd className="mt-1 text-ink-soft">
            We email the tickets to you. With an account, they are also in{' '}
            <Link to={paths.profile} className="font-semibold text-spot underline">
              your profile
            </Link>
            . They can take a few minutes after the payment. If no place was left, you are refunded
            automatically and get an email about it.
          </dd>
        </div>
        <div className="border-t border-line-strong pt-4">
          <dt className="font-semibold">The email with my ticket did not come.</dt>
          <dd className="mt-1 text-ink-soft">
            Look in your spam folder first. With an account, you do not need the email: your profile shows the
            same code, and the door can scan it from your phone. Without one, ask the team that hosts the
            event. It can send the email again.
          </dd>
        </div>
        <div className="border-t border-line-strong pt-4">
          <dt className="font-semibold">I cannot come.</dt>
          <dd className="mt-1 text-ink-soft">
            Open your order from our email or from your profile. You can cancel free tickets there, and paid
            ones if the team that hosts the event allows it. Otherwise ask the team.
          </dd>
        </div>
        <div className="border-t border-line-strong pt-4">
          <dt className="font-semibold">I was in the middle of paying.</dt>
          <dd className="mt-1 text-ink-soft">
            Your places are kept for about half an hour. Open the page of the event and follow the link to
            your order. With an account, you also find it in your profile.
          </dd>
        </div>
      </dl>
    </section>
  );
}
