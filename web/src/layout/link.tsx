import { type LinkComponent, Link as RouterLink, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../paths.ts';

const exactly = { exact: true };
const anySearch = { exact: true, includeSearch: false };

/** A link that is marked as the current page only when the browser is at exactly the link's web address. */
export const Link: LinkComponent<'a'> = (props) => <RouterLink activeOptions={exactly} {...props} />;

/**
 * A link to a part of Foyer, such as the dashboard. The link is marked as the current page on every page of
 * that part.
 */
export const SectionLink = RouterLink;

interface EventsLinkProps {
  className: string;
  onClick?: () => void;
  children: ReactNode;
}

/**
 * A link to the events list. The link is marked as current on the list, on the calendar and on event pages, but not on event
 * forms.
 */
export function EventsLink(props: EventsLinkProps) {
  const isEventPage = useLocation({
    select: ({ pathname }) => /^\/events\/(calendar|\d+(-[^/]*)?)\/?$/.test(pathname),
  });
  return (
    <RouterLink
      to={paths.events}
      activeOptions={anySearch}
      aria-current={isEventPage ? 'page' : undefined}
      {...props}
    />
  );
}
