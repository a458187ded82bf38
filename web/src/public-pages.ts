/**
 * The pages that visitors come to from outside, by their source below `web/src`. Their documents contain only the
 * styles that these pages use, and preload their scripts. All other pages load the complete style sheet first.
 */
export const publicPages = [
  'features/landing/landing-page.tsx',
  'features/events/browse/events-page.tsx',
  'features/events/page/event-page.tsx',
  'features/events/calendar/calendar-page.tsx',
  'features/events/host/team-page.tsx',
  'features/orders/checkout/checkout-page.tsx',
] as const;

export type PublicPage = (typeof publicPages)[number];
