import type { ReactNode } from 'react';
import { paths } from '../paths.ts';
import { Brand } from './header/brand.tsx';
import { Link } from './link.tsx';
import { useSite } from './use-site.ts';
import { InstagramIcon, LinkedInIcon, XIcon } from './social-icons.tsx';

const link = 'inline-flex min-h-9 items-center text-ink-soft hover:text-ink hover:underline';

export function Footer() {
  const { year } = useSite();
  return (
    <footer className="mt-24 border-t border-line bg-sunken">
      <div className="page-width grid gap-10 py-14 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div>
          <Brand />
          <p className="mt-3 max-w-xs text-balance text-ink-soft">
            Create, manage and attend events with ease.
          </p>
        </div>
        <FooterColumn title="Quick Links">
          <Link to={paths.events} className={link}>
            Events
          </Link>
        </FooterColumn>
        <FooterColumn title="Support">
          <Link to={paths.home} hash="help" className={link}>
            Help Center
          </Link>
          <Link to={paths.home} hash="contact" className={link}>
            Contact Us
          </Link>
          <Link to={paths.home} hash="privacy" className={link}>
            Privacy Policy
          </Link>
        </FooterColumn>
        <FooterColumn title="Connect">
          <div className="-ml-2.5 flex gap-1">
            <SocialLink name="X">
              <XIcon />
            </SocialLink>
            <SocialLink name="Instagram">
              <InstagramIcon />
            </SocialLink>
            <SocialLink name="LinkedIn">
              <LinkedInIcon />
            </SocialLink>
          </div>
        </FooterColumn>
      </div>
      <div className="border-t border-line">
        <p className="page-width py-5 text-[0.9375rem] text-ink-soft">© {year} Foyer. All rights reserved.</p>
      </div>
    </footer>
  );
}

function FooterColumn({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-2 text-lg font-semibold">{title}</h2>
      <div className="grid justify-items-start">{children}</div>
    </div>
  );
}

function SocialLink({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Link
      to={paths.home}
      aria-label={`Foyer on ${name}`}
      className="grid size-11 place-items-center rounded-full text-ink-soft hover:bg-line hover:text-ink"
    >
      {children}
    </Link>
  );
}
