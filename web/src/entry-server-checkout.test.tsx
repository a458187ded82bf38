import { describe, expect, it } from 'vitest';
import { busy, key, renderPage } from './rendered-page.ts';

describe('the checkout rendered on the server', () => {
  it('has status 404 and leads visitors on when its event is missing', async () => {
    for (const url of ['/events/8/checkout', '/events/8-any-name/checkout', '/events/9/checkout?key=wrong']) {
      const { status, html } = await renderPage(url);
      expect(status).toBe(404);
      expect(html).toMatch(/<div data-for="out">.*<h1[^>]*>Event not found<.*Back to Events/);
      expect(html).not.toContain('Secret supper');
    }
    for (const url of ['/events/0/checkout', '/events/abc/checkout']) {
      expect((await renderPage(url)).status).toBe(404);
    }
    const failed = await renderPage('/events/7/checkout', () =>
      Promise.resolve(Response.json(busy, { status: 503 })),
    );
    expect(failed.status).toBe(503);
  });

  it.each(['/events/7/checkout', '/events/7-any-name/checkout', `/events/9/checkout?key=${key}`])(
    'finds its event by the number: %s',
    async (url) => {
      const { status, html } = await renderPage(url);
      expect(status).toBe(200);
      expect(html).toMatch(/<h1[^>]*>Checkout<\/h1>/);
      expect(html).toContain(url.includes('/9/') ? 'Secret supper' : 'Jazz &lt;/script&gt;');
    },
  );
});
