import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import type { TestApp } from './app.ts';
import { makeEvent, makeOrganiser, makeUser, only, type TestUser } from './factories.ts';

type NewType = BodyInput<Endpoints['POST /events/:id/ticket-types']>;
type TypeChange = BodyInput<Endpoints['PATCH /events/:id/ticket-types/:typeId']>;

export type OrganiserOfTypes = Awaited<ReturnType<typeof makeOrganiserOfTypes>>;

export async function makeOrganiserOfTypes(app: TestApp) {
  const user = await makeOrganiser(app);
  const { token } = user;

  async function list(id: number, ofCaller?: string) {
    const answer = await app.call('GET /events/:id/ticket-types', { token: ofCaller, params: { id } });
    return answer.body.ticket_types;
  }

  return {
    ...user,
    list,
    listAll: (id: number) => list(id, token),
    add: (id: number, body: NewType) =>
      app.call('POST /events/:id/ticket-types', { token, params: { id }, body }),
    change: (id: number, typeId: number, body: TypeChange) =>
      app.call('PATCH /events/:id/ticket-types/:typeId', { token, params: { id, typeId }, body }),
    remove: (id: number, typeId: number) =>
      app.call('DELETE /events/:id/ticket-types/:typeId', { token, params: { id, typeId } }),
    /** Creates an event. Returns the id of the event and the id of its only ticket type. */
    async makeSale(fields: Parameters<typeof makeEvent>[1] = {}) {
      const { id } = await makeEvent(app, fields, user);
      return { id, typeId: only(await list(id, token)).id };
    },
    /** Registers somebody by the older API, by default a new user. */
    async register(id: number, somebody?: TestUser) {
      const caller = somebody ?? (await makeUser(app));
      const answer = await app.call('POST /events/:id/register', { token: caller.token, params: { id } });
      if (answer.status !== 201) throw new Error(`Nobody registered: ${JSON.stringify(answer.body)}`);
    },
    readEvent: async (id: number) => (await app.call('GET /events/:id', { params: { id } })).body.event,
  };
}
