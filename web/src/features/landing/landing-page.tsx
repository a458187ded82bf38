import { ColdStartNotice } from '../../layout/cold-start-notice.tsx';
import { Link } from '../../layout/link.tsx';
import { useSite } from '../../layout/use-site.ts';
import { paths } from '../../paths.ts';
import { EventRows } from './event-rows.tsx';
import { FeaturedEvents } from './featured-events.tsx';
import { HelpSections } from './help-sections.tsx';
import { Hero } from './hero.tsx';
import { Testimonials } from './testimonials.tsx';

export function LandingPage() {
  const { coldStartNotice } = useSite();
  return (
    <>
      {coldStartNotice === 'on' && <ColdStartNotice />}
      <Hero />
      <FeaturedEvents />
      <EventRows />
      <Testimonials />
      <ClosingCall />
      <HelpSections />
    </>
  );
}

// On the coloured panel the buttons use inverted colours.
const panelButton =
  'inline-flex min-h-13 items-center rounded-full px-7 text-lg font-semibold outline-offset-4 outline-current transition-colors duration-150';
const boldStyle = `${panelButton} bg-on-spot text-spot hover:bg-spot-wash dark:bg-spot dark:text-on-spot dark:hover:bg-spot-strong`;

function ClosingCall() {
  return (
    <section aria-labelledby="closing" className="page-width mt-24">
      <div className="grid items-center gap-8 rounded-3xl bg-spot px-7 py-14 text-on-spot sm:px-14 sm:py-20 dark:bg-spot-wash dark:text-ink lg:grid-cols-[1.6fr_1fr]">
        <div>
          <h2 id="closing" className="text-4xl font-semibold sm:text-6xl">
            Doors are open.
          </h2>
          <p className="mt-4 max-w-lg text-lg">
            Come along to something this week, or put on something of your own.
          </p>
        </div>
        <div className="flex flex-wrap gap-3 lg:justify-end">
          <Link data-for="in" to={paths.events} className={boldStyle}>
            Browse events
          </Link>
          <Link
            data-for="out"
            to={paths.logIn}
            className={`${panelButton} border border-current hover:bg-on-spot hover:text-spot dark:hover:bg-ink dark:hover:text-paper`}
          >
            Sign In
          </Link>
          <Link data-for="out" to={paths.signUp} className={boldStyle}>
            Sign Up
          </Link>
        </div>
      </div>
    </section>
  );
}
