import { describe, expect, it } from 'vitest';
import { inlineScript } from './entry-server.tsx';
import { answer, answerWith, busy, event, key, renderPage } from './rendered-page.ts';

describe('a page rendered on the server', () => {
  it.each(['/', '/events', '/events/7'])('contains the data that the page shows: %s', async (url) => {
    const { status, html } = await renderPage(url);
    expect(status).toBe(200);
    expect(html).toMatch(/^<!doctype html><html lang="en-GB">/);
    expect(html).toContain('Jazz &lt;/script&gt;');
    expect(html).toContain('.entry{}</style>');
  });

  it('has no inline script but the boot script, even when a title contains one', async () => {
    for (const url of ['/', '/events', '/events/7']) {
      const { html } = await renderPage(url);
      const scripts = html.match(/<script\b[^>]*>/g) ?? [];
      const inline = scripts.filter((tag) => !/ src="|type="application\/(ld\+)?json"/.test(tag));
      expect(inline).toEqual(['<script data-modules="/assets/entry.js">']);
      expect(html).toContain(`>${inlineScript}</script>`);
      expect(html).not.toContain('<script>alert');
    }
  });

  it('describes an event for search engines', async () => {
    const { html } = await renderPage('/events/7');
    const address = 'https://foyer.example/events/7-jazz-script-script-alert-1-script';
    expect(html).toContain(`<link rel="canonical" href="${address}"`);
    const picture = 'https://foyer.example/share/events/7.jpg?v=1890777600';
    expect(html).toContain(`<meta property="og:image" content="${picture}"`);
    expect(html).toContain('"@type":"Event"');
    expect(html).toContain(
      '<link rel="alternate" type="text/calendar" title="Calendar" href="/feeds/teams/1.ics"',
    );
  });

  it.each([
    ['AVIF', '-e8a868', 'page.avif'],
    ['WebP, when it is an older picture', '', 'page.webp'],
  ])('names the lead picture at its top, once and as %s', async (_, colour, file) => {
    const stored = `/uploads/events/0123456789abcdef01234567${colour}`;
    const changed = { ...event, event_img_url: `${stored}/page.webp` };
    const { html } = await renderPage('/events/7', (url) => answerWith(url, changed));
    const links = html.slice(0, html.indexOf('</head>')).match(/<link[^>]* as="image"[^>]*>/g) ?? [];
    expect(links).toEqual([expect.stringMatching(`fetchPriority="high".* ${stored}/${file} 1600w`)]);
    expect(links[0]?.includes(' type="image/avif"')).toBe(file === 'page.avif');
  });

  it('loads the picture of the first card before everything else, and the others when they come near', async () => {
    const list = { events: [event, { ...event, id: 8 }], total_events: 2, total_pages: 1, categories: [] };
    const { html } = await renderPage('/events', () => Promise.resolve(Response.json(list)));
    const [first = '', ...others] = html.match(/<img [^>]*>/g) ?? [];
    expect(first).toMatch(/ loading="eager".* fetchPriority="high"/);
    expect(others).toEqual([expect.stringMatching(/^(?!.*fetchPriority).* loading="lazy"/)]);
  });

  it('sends visitors with a wrong or old name to the right address, and keeps the parameters that the page knows', async () => {
    const right = '/events/7-jazz-script-script-alert-1-script';
    for (const url of ['/events/7', right]) expect((await renderPage(url)).status).toBe(200);
    for (const name of ['7-', '7-old-name', '7-JAZZ', '7-%22%3E%3Cscript%3E', '7-%E2%80%AE']) {
      const { status, location, html } = await renderPage(`/events/${name}?ref=mail&tickets=1x2`);
      expect({ status, location, html }).toEqual({
        status: 301,
        location: `${right}?tickets=1x2`,
        html: '',
      });
    }
    expect((await renderPage('/events/8-any-name')).status).toBe(404);
    const hidden = await renderPage(`/events/9-secret-supper?key=${key}`);
    expect(hidden).toMatchObject({ status: 301, location: `/events/9?key=${key}` });
    const refused = await renderPage('/events/9-any-name');
    expect(refused.status).toBe(404);
    expect(refused.html).not.toContain('upper');
  });

  it('shows a private event only with its key, and tells search engines and other sites nothing about the event', async () => {
    const { status, html } = await renderPage(`/events/9?key=${key}`);
    expect(status).toBe(200);
    expect(html).toContain('<h1 class="mt-4');
    expect(html).toContain('Secret supper');
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect(html).toContain('<meta name="referrer" content="no-referrer"');
    expect(html).toContain(`href="/auth/login?next=${encodeURIComponent(`/events/9?key=${key}`)}"`);
    for (const hidden of ['rel="canonical"', 'og:url', '"@type":"Event"']) expect(html).not.toContain(hidden);

    for (const url of ['/events/9', '/events/9?key=wrong', `/events/9?key=${key.toLowerCase()}`]) {
      const refused = await renderPage(url);
      expect(refused.status).toBe(404);
      expect(refused.html).toContain('<title>Event not found · Foyer</title>');
      expect(refused.html).not.toContain('Secret supper');
    }
  });

  it('ignores default and invalid parameters in its web address', async () => {
    const { status, html } = await renderPage('/events?category=All&page=1&sort_by=bogus');
    expect(status).toBe(200);
    expect(html).toContain('"href":"/events"');
  });

  it.each([
    ['an ended event', { is_past: true }, 'Event Ended', 'Ended'],
    ['a sold-out event', { tickets_remaining: 0 }, 'Sold Out', 'Sold out'],
  ])('tells visitors of %s why they cannot buy a ticket', async (_, change, button, badge) => {
    const { html } = await renderPage('/events/7', (url) => answerWith(url, { ...event, ...change }));
    expect(html).toContain(`${button}</button>`);
    expect(html).toMatch(new RegExp(`<span class="inline-flex[^"]*">${badge}</span>`));
  });

  it('shows on the card of a sold-out event that it is sold out', async () => {
    const events = [{ ...event, tickets_remaining: 0 }];
    const list = { events, total_events: 1, total_pages: 1, categories: [] };
    const { html } = await renderPage('/events', () => Promise.resolve(Response.json(list)));
    expect(html).toContain('>Sold out</span>');
  });

  it('offers calendar entries and sharing for a coming event, but not for an ended one', async () => {
    const show = async (is_past: boolean) => {
      const { html } = await renderPage('/events/7', (url) => answerWith(url, { ...event, is_past }));
      return html;
    };
    for (const label of ['Add to Google Calendar', 'Download for Apple Calendar', 'Share']) {
      expect(await show(false)).toContain(label);
      expect(await show(true)).not.toContain(label);
    }
  });

  it('tells the visitor when the page number of an events list is too high', async () => {
    const beyond = { events: [], total_events: 29, total_pages: 5, categories: [] };
    const { html, status } = await renderPage('/events?page=99', () =>
      Promise.resolve(Response.json(beyond)),
    );
    expect(status).toBe(404);
    expect(html).toContain('There is no page 99');
    expect(html).toContain('href="/events?page=5"');
    expect(html).not.toContain('No events found');
  });

  it('has status 404 for an unknown web address and for a missing event', async () => {
    const unknown = await renderPage('/nowhere');
    expect(unknown.status).toBe(404);
    expect(unknown.html).toContain('Ruh Roh. The page you are looking for does not exist.');
    expect(unknown.html).toContain('<title>Page not found · Foyer</title>');
    for (const url of ['/events/8', '/events/0', '/events/abc']) {
      const { status, html } = await renderPage(url);
      expect(status).toBe(404);
      expect(html).toContain('Event not found');
    }
  });

  it('shows an error and contains no scripts when the API fails', async () => {
    const { status, html } = await renderPage('/events', () =>
      Promise.resolve(Response.json(busy, { status: 503 })),
    );
    expect(status).toBe(503);
    expect(html).toContain('Foyer is busy right now.');
    expect(html).not.toContain('/assets/entry.js');
    expect(html).not.toContain('foyer-state');
    // come-back.js reloads the page once the server is back.
    expect(html).toContain('<script src="/come-back.js"');
    expect((await renderPage('/events')).html).not.toContain('/come-back.js');
  });

  it('shows featured events, links to log in and sign up, and a notice about slow loading, if it is the landing page', async () => {
    const { html } = await renderPage('/');
    for (const text of [
      'API load times can take up to 45 seconds',
      'Local, Tech, Community',
      'Featured Events',
      'Learn More',
      'Sign In',
      'Sign Up',
    ]) {
      expect(html).toContain(text);
    }
    expect(html.match(/<blockquote/g)?.length).toBeGreaterThan(2);
  });

  it.each(['auto', 'off'] as const)(
    'contains no notice about slow loading when COLD_START_NOTICE is %s',
    async (setting) => {
      const { html } = await renderPage('/', undefined, { coldStartNotice: setting });
      expect(html).not.toContain('45 seconds');
    },
  );

  it('has the sections that the links in the footer lead to', async () => {
    const { html } = await renderPage('/', undefined, { supportContact: 'help@foyer.example' });
    for (const id of ['help', 'contact', 'privacy']) {
      expect(html).toContain(`href="/#${id}"`);
      expect(html).toContain(`id="${id}"`);
    }
    expect(html).toContain('href="mailto:help@foyer.example"');
  });

  it.each([
    ['/events?page=1', true],
    ['/events?category=Music', true],
    ['/events/7', true],
    ['/events/7-jazz-script-script-alert-1-script', true],
    ['/events/create', false],
    ['/events/7/attendees', false],
    ['/', false],
  ])('says whether the header link Events is the current page at %s: %s', async (url, isMarked) => {
    const { html } = await renderPage(url);
    const link = /<a[^>]* href="\/events"[^>]*>Events<\/a>/.exec(html)?.[0];
    expect(link?.includes('aria-current="page"')).toBe(isMarked);
  });

  it('loads the events of all its sections at once, if it is the landing page', async () => {
    const asked: string[] = [];
    await renderPage('/', (url) => {
      asked.push(url);
      return Promise.resolve(answer(url));
    });
    expect(asked[0]).toContain('/api/events?sort_by=start_time&order=asc&running=true&limit=3');
    expect(asked).toHaveLength(4);
  });

  it('shows the contact address of the operator on the support page', async () => {
    const page = await renderPage('/support?session_id=cs_test_7', undefined, {
      supportContact: 'help@foyer.example',
    });
    expect(page.html).toContain('mailto:help@foyer.example?subject=Payment%20cs_test_7');
    expect(page.html).toContain('>cs_test_7<');
    expect((await renderPage('/support')).html).toContain('This site has not published a contact address.');
  });

  it('is not affected by another page that fails at the same time', async () => {
    const { promise: untilOtherIsDone, resolve: letGo } = Promise.withResolvers<void>();
    const slow = async (url: string) => {
      await untilOtherIsDone;
      return answer(url);
    };
    const down = () => Promise.reject(new TypeError('connection refused'));
    const first = renderPage('/', slow);
    expect((await renderPage('/', down)).status).toBe(503);
    letGo();
    expect((await first).status).toBe(200);
  });
});
