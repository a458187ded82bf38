import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { route } from '../../http/route.ts';
import { writeCalendarFile } from '../../mail/calendar.ts';
import { describeSite } from '../../mail/compose.ts';
import { getEventFor } from './events.service.ts';

export function registerEventCalendarRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'GET /events/:id/calendar', async ({ actor, params }) => {
    const { id, title, status, ...event } = await getEventFor(deps.db, actor, 'view', params.id);
    const file = writeCalendarFile({ ...event, event_id: id, event_title: title }, describeSite(deps), {
      cancelled: status === 'cancelled',
    });
    return { content: Buffer.from(file.content), filename: `${title}.ics` };
  });
}
