import { writeTeamPath } from '@foyer/contract/text/team-address.ts';
import { pageHead } from '../../../layout/page-head.ts';
import type { Site } from '../../../site.ts';
import type { Host } from './events.host.api.ts';
import type { TeamSearch } from './team-search.ts';

/** Title, description and schema.org data of a team's page. Only pages of coming events have an address of their own. */
export function teamHead(team: Host, { page }: TeamSearch, { origin }: Site) {
  const url = origin + writeTeamPath(team);
  const description = team.description
    ? team.description.replace(/\s+/g, ' ').slice(0, 300)
    : `What ${team.name} puts on: see the coming events, and get a ticket in a minute.`;
  const head = pageHead({
    title: `${team.name}${page ? `, page ${page}` : ''} · Foyer`,
    description,
    canonical: page ? `${url}?page=${page}` : url,
    feed: { team: team.id },
  });
  const schema = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: team.name,
    description: team.description ? description : undefined,
    logo: team.picture_url === null ? undefined : origin + team.picture_url,
    url,
  };
  return { ...head, meta: [...head.meta, { 'script:ld+json': schema }] };
}
