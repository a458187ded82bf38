import { Link as RouterLink, type LinkComponent } from '@tanstack/react-router';

const exactly = { exact: true };

/** Marked as the current page at just its own address: the way back to a list is none of the list's items. */
export const Link: LinkComponent<'a'> = (props) => <RouterLink activeOptions={exactly} {...props} />;

/** To a part of Foyer: marked on every page of that part. */
export const SectionLink = RouterLink;
