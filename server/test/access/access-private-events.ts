import { row, type Row } from './access-scene.ts';
import {
  answering,
  anybody,
  attendee,
  editorsElseHidden,
  self,
  signedIn,
  signedInMakes,
  teamElseHidden,
} from './access-statuses.ts';

export const privateEvents: Row[] = [
  ...(
    [
      'GET /events/:id',
      'GET /events/:id/availability',
      'GET /events/:id/ticket-types',
      'GET /events/:id/calendar',
      'GET /events/:id/registrations',
    ] as const
  ).flatMap((key) => {
    const isSignedIn = key === 'GET /events/:id/registrations';
    const [, ...statuses] = teamElseHidden;
    const hidden = [isSignedIn ? 401 : 404, ...statuses];
    return [
      row(key, 'of a private event', hidden, async (scene) => ({
        params: { id: (await scene.privateEvent()).id },
      })),
      row(key, 'of a private event, with its key', isSignedIn ? signedIn : anybody, async (scene) => {
        const { id, key: given } = await scene.privateEvent();
        return { params: { id }, query: { key: given } };
      }),
      row(key, 'of a private event, with the key of another', hidden, async (scene) => {
        const [{ id }, other] = [await scene.privateEvent(), await scene.privateEvent()];
        return { params: { id }, query: { key: other.key } };
      }),
      row(
        key,
        'of a private event at which the attendee has a place',
        hidden.map((status, index) => (index === attendee ? 200 : status)),
        async (scene) => ({ params: { id: await scene.attendedPrivateEvent() } }),
      ),
    ];
  }),
  row('POST /events/:id/register', 'for a private event', answering(201, teamElseHidden), async (scene) => ({
    params: { id: (await scene.privateEvent()).id },
  })),
  row('POST /events/:id/register', 'for a private event, with its key', signedInMakes, async (scene) => {
    const { id, key } = await scene.privateEvent();
    return { params: { id }, body: { key } };
  }),
  ...(['POST /stripe/create-checkout-session', 'POST /stripe/create-payment-intent'] as const).flatMap(
    (key) => [
      row(
        key,
        'for a private event',
        self.map((status, index) => (index === attendee ? 404 : status)),
        async (scene) => ({
          body: { eventId: (await scene.privateEvent(10)).id, userId: scene.attendee.id },
        }),
      ),
      row(key, 'for a private event, with its key', self, async (scene) => {
        const { id: eventId, key: given } = await scene.privateEvent(10);
        return { body: { eventId, userId: scene.attendee.id, key: given } };
      }),
    ],
  ),
  row('PATCH /events/:id', 'of a private event', editorsElseHidden, async (scene) => ({
    params: { id: (await scene.privateEvent()).id },
    body: { title: 'Changed' },
  })),
  row('POST /events/:id/private-key', '', editorsElseHidden, async (scene) => ({
    params: { id: (await scene.privateEvent()).id },
  })),
];
