import { afterEach, describe, expect, it, vi } from 'vitest';
import { json, installFakeBrowser } from '../../../api/fake-browser.ts';
import type { ManagedType } from '../events.types.api.ts';
import { saveTypes, TicketTypeError } from './save-types.ts';
import { blankType, openTypeValues, type TicketTypeValues, typeValuesOf } from './type-values.ts';

const zone = 'Europe/London';

function makeType(id: number, name: string, fields: Partial<ManagedType> = {}): ManagedType {
  return {
    id,
    name,
    description: null,
    price: 8,
    state: 'on_sale',
    remaining: null,
    min_per_order: 1,
    max_per_order: 10,
    sales_start: null,
    sales_end: null,
    visibility: 'public',
    quantity: null,
    sold: 0,
    held: 0,
    paused: false,
    max_per_buyer: null,
    position: 0,
    ...fields,
  };
}

const typed = (type: ManagedType): TicketTypeValues => typeValuesOf(type, zone);

interface Refusal {
  of: string;
  code: string;
}

/**
 * Saves the ticket types `wanted` for an event that has the ticket types `present`. Returns the calls that changed
 * something.
 */
async function save(present: ManagedType[], wanted: TicketTypeValues[], refusal?: Refusal, isNew = false) {
  let nextId = 100;
  const { calls } = installFakeBrowser((path, { method, body }) => {
    if (method === 'GET') return json(200, { ticket_types: present });
    if (refusal && typeof body === 'string' && body.includes(refusal.of)) {
      return json(409, { status: 'error', code: refusal.code, msg: 'Refused' });
    }
    if (method === 'DELETE') return new Response(null, { status: 204 });
    if (method === 'POST') nextId += 1;
    return json(200, { path, ticket_type: makeType(nextId, 'Made') });
  });
  const known = new Map(isNew ? [] : present.map((type) => [String(type.id), typed(type)]));
  const ids: [number, string][] = [];
  const error = await saveTypes(5, wanted, {
    known,
    timeZone: zone,
    onId: (index, id) => ids.push([index, id]),
  }).catch((thrown: unknown) => thrown);
  const sent = calls
    .filter(({ init }) => init.method !== 'GET')
    .map(({ path, init }) => [
      `${init.method ?? ''} ${path.replace('/api/events/5/ticket-types', '')}`.trim(),
      typeof init.body === 'string' ? (JSON.parse(init.body) as object) : null,
    ]);
  return { sent, ids, error, known };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const adult = makeType(1, 'Adult');
const child = makeType(2, 'Child', { price: 4 });

describe('saving ticket types', () => {
  it('sends nothing when nothing was changed', async () => {
    expect((await save([adult, child], [typed(adult), typed(child)])).sent).toEqual([]);
  });

  it('sends only the changed fields of a type', async () => {
    const { sent } = await save(
      [adult, child],
      [typed(adult), { ...typed(child), price: '5', quantity: '30' }],
    );
    expect(sent).toEqual([['PATCH /2', { price: 5, quantity: 30 }]]);
  });

  it('keeps the seconds of a time that was not changed', async () => {
    const timed = makeType(1, 'Adult', { sales_end: '2031-05-01T10:00:30.000Z' });
    const { sent } = await save([timed], [{ ...typed(timed), name: 'Grown-up' }]);
    expect(sent).toEqual([['PATCH /1', { name: 'Grown-up' }]]);
  });

  it('moves a ticket type with a single call', async () => {
    const old = makeType(3, 'Old');
    const { sent } = await save([adult, child, old], [typed(old), typed(adult), typed(child)]);
    expect(sent).toEqual([['PATCH /3', { position: 0 }]]);
  });

  it('first deletes the removed ticket types, and then adds the new ticket types at their positions', async () => {
    const wanted = [{ ...blankType, name: 'Early bird', price: '6' }, typed(adult)];
    const { sent, ids } = await save([adult, child], wanted);
    expect(sent[0]).toEqual(['DELETE /2', null]);
    expect(sent[1]).toMatchObject(['POST', { name: 'Early bird', price: 6, position: 0 }]);
    expect(sent).toHaveLength(2);
    expect(ids).toEqual([[0, '101']]);
  });

  it('adds the new ticket types before it deletes all old ones, because an event must always have a ticket type', async () => {
    const { sent } = await save([adult], [{ ...blankType, name: 'Day ticket' }]);
    expect(sent.map(([call]) => call)).toEqual(['POST', 'DELETE /1']);
  });

  it('overwrites the automatic ticket type of a new event with the first type in the form', async () => {
    const made = makeType(9, 'General admission');
    const wanted = [
      { ...blankType, name: 'Adult', price: '8' },
      { ...blankType, name: 'Child', price: '4' },
    ];
    const { sent, ids } = await save([made], wanted, undefined, true);
    expect(sent.map(([call]) => call)).toEqual(['PATCH /9', 'POST']);
    expect(ids).toEqual([
      [0, '9'],
      [1, '101'],
    ]);
  });

  it('says which ticket type was refused, and remembers which ones were saved before', async () => {
    const wanted = [
      { ...typed(adult), price: '9' },
      { ...typed(child), name: 'Taken' },
    ];
    const refusal = { of: 'Taken', code: 'ticket_type_name_taken' };
    const { error, known } = await save([adult, child], wanted, refusal);
    expect(error).toBeInstanceOf(TicketTypeError);
    expect(error).toMatchObject({ index: 1, cause: { code: 'ticket_type_name_taken' } });
    expect(known.get('1')?.price).toBe('9');
    expect(known.get('2')?.name).toBe('Child');
  });
});

describe('the event form', () => {
  it('shows a single price for an event whose only ticket type has the default name and no quantity', () => {
    expect(openTypeValues([makeType(1, 'General admission', { paused: true })], zone)).toEqual([]);
    expect(openTypeValues([makeType(1, 'General admission', { quantity: 40 })], zone)).toHaveLength(1);
    expect(openTypeValues([adult], zone)).toHaveLength(1);
    expect(openTypeValues([adult, child], zone)).toHaveLength(2);
  });
});
