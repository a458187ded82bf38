import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import type { TestApp } from './app.ts';
import { makeOrganiserOfTypes } from './ticket-types.ts';

type NewCode = BodyInput<Endpoints['POST /events/:id/promo-codes']>;
type CodeChange = BodyInput<Endpoints['PATCH /events/:id/promo-codes/:codeId']>;

export type OrganiserOfCodes = Awaited<ReturnType<typeof makeOrganiserOfCodes>>;

export async function makeOrganiserOfCodes(app: TestApp) {
  const organiser = await makeOrganiserOfTypes(app);

  const createCode = (id: number, body: NewCode, { token } = organiser) =>
    app.call('POST /events/:id/promo-codes', { token, params: { id }, body });

  return {
    ...organiser,
    createCode,
    /** Creates a code, 10% by default, and returns it. */
    async makeCode(id: number, fields: Partial<NewCode> = {}) {
      const answer = await createCode(id, { code: 'TENOFF', kind: 'percent', percent: 10, ...fields });
      if (answer.status !== 201) throw new Error(`No code was made: ${JSON.stringify(answer.body)}`);
      return answer.body.promo_code;
    },
    changeCode: (id: number, codeId: number, body: CodeChange, { token } = organiser) =>
      app.call('PATCH /events/:id/promo-codes/:codeId', { token, params: { id, codeId }, body }),
    listCodes: async (id: number, query: Record<string, string> = {}, { token } = organiser) =>
      (await app.call('GET /events/:id/promo-codes', { token, params: { id }, query })).body,
  };
}
