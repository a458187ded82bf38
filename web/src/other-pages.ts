import { notFound, redirect } from '@tanstack/react-router';

/** Makes the object that loaders throw when a page has another address. */
export function permanent(href: string): unknown {
  return redirect({ href, statusCode: 301 });
}

/** Makes the object that loaders throw for a missing page. The router expects an object that is no `Error`. */
export function missing(): unknown {
  return notFound();
}
