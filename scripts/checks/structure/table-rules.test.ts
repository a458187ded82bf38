import { describe, expect, it } from 'vitest';
import { judge } from './judge-tree.ts';

describe('the structure check', () => {
  it.each([
    ['inserts a row into', "tx\n  .insertInto('events').values({});", 'events'],
    ['updates a row of', "tx.updateTable('events').set({});", 'events'],
    ['deletes a row from', "tx.deleteFrom(\n'events');", 'events'],
    ['inserts with SQL into', 'sql`insert into events (id) values (1)`;', 'events'],
    ['updates with SQL', 'sql`with a as (select 1) update events as e\n set id = 1`;', 'events'],
    ['deletes with SQL from', 'sql`DELETE FROM events where true`;', 'events'],
  ])('refuses a feature that %s a table of another feature', (_, statement, table) => {
    const path = 'server/src/features/orders/orders.holds.service.ts';
    expect(judge({ [path]: `\n${statement}\n` })).toEqual([
      expect.stringMatching(`^${path}:[23] Only its owner writes the table "${table}".+features/events/`),
    ]);
  });

  it('refuses a feature that writes to a table of a server part or to a table without an owner', () => {
    const path = 'server/src/features/auth/auth.service.ts';
    expect(judge({ [path]: "tx.insertInto('audit_entries');" })).toEqual([
      expect.stringContaining('a function in server/src/db/audit.ts'),
    ]);
    expect(judge({ [path]: "tx.insertInto('vouchers');" })).toEqual([
      expect.stringContaining('The table "vouchers" has no owner'),
    ]);
  });

  it('refuses a server part that writes to a table of a feature', () => {
    expect(judge({ 'server/src/payments/stripe.ts': "tx.deleteFrom('payments');" })).toEqual([
      expect.stringContaining('Only its owner writes the table "payments"'),
    ]);
    expect(judge({ 'server/src/db/audit.ts': "tx.insertInto('audit_entries');" })).toEqual([]);
  });
});
