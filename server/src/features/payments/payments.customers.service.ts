import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connect.ts';
import { violates } from '../../db/failures.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { PaymentRefusedError, ProviderFailedError, type KeptCard } from '../../payments/provider.ts';
import { forgetCustomerJob } from './payments.customers.jobs.ts';
import { findCustomer } from './payments.queries.ts';

interface Person {
  id: number;
  email: string;
}

/**
 * The provider's id of the customer that a user is, made at the first payment; two at once make one. The provider
 * learns of a new email here. Throws `UnknownCustomerError` when the provider has lost the customer.
 */
export async function getCustomerId(deps: Deps, user: Person): Promise<string> {
  const customer = await getCustomer(deps.db, user);
  const id = customer.provider_customer_id ?? (await makeCustomer(deps, customer));
  if (customer.email !== user.email) {
    await deps.payments.changeCustomerEmail(id, user.email);
    await deps.db
      .updateTable('payment_customers')
      .set({ email: user.email })
      .where('provider_customer_id', '=', id)
      .execute();
  }
  return id;
}

/** The row is committed before the provider is asked, so that a repeat asks with the same key for the same. */
async function getCustomer(db: Db, user: Person) {
  const known = await findCustomer(db, user.id);
  if (known) return known;
  await db
    .insertInto('payment_customers')
    .values({ user_id: user.id, email: user.email })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
    .catch((error: unknown) => {
      throw violates(error, 'payment_customers_user_fk') ? new ApiError('user_not_found') : error;
    });
  const made = await findCustomer(db, user.id);
  if (!made) throw new ApiError('user_not_found');
  return made;
}

type Unmade = NonNullable<Awaited<ReturnType<typeof findCustomer>>>;

async function makeCustomer(deps: Deps, { user_id: userId, provider_key, email }: Unmade): Promise<string> {
  const id = await deps.payments.makeCustomer({ key: provider_key, email }).catch(async (error: unknown) => {
    if (error instanceof ProviderFailedError || error instanceof PaymentRefusedError) {
      await renewKey(deps.db, provider_key);
    }
    throw error;
  });
  const kept = await deps.db
    .updateTable('payment_customers')
    .set({ provider_customer_id: id })
    .where('user_id', '=', userId)
    .where('provider_customer_id', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  if (kept) return id;
  const other = (await findCustomer(deps.db, userId))?.provider_customer_id;
  if (other === id) return id;
  // The user was deleted while the provider was asked, or is another customer by now: nobody else knows this id.
  await deps.db
    .transaction()
    .execute((tx) => deps.jobs.enqueue(tx, forgetCustomerJob, { providerCustomerId: id }));
  if (other) return other;
  throw new ApiError('user_not_found');
}

/** Of several who hear of the same failure one renews the key, and no key that was renewed is renewed for it. */
async function renewKey(db: Db, key: string): Promise<void> {
  await db
    .updateTable('payment_customers')
    .set({ provider_key: sql`gen_random_uuid()` })
    .where('provider_key', '=', key)
    .where('provider_customer_id', 'is', null)
    .execute();
}

/** Lets go of a customer whom the provider does not know any more; the next payment makes another. */
export async function dropCustomer(db: Db, customerId: string): Promise<void> {
  await db.deleteFrom('payment_customers').where('provider_customer_id', '=', customerId).execute();
}

/** The cards that the provider keeps for a user, newest first. */
export async function listKeptCards(deps: Deps, userId: number): Promise<KeptCard[]> {
  const customer = await findCustomer(deps.db, userId);
  return customer?.provider_customer_id ? deps.payments.listCards(customer.provider_customer_id) : [];
}

/**
 * Has the provider forget the user with the commit that deletes them; call it before the row goes. The lock makes
 * a customer who is just being made wait, and then find that the user is gone.
 */
export async function enqueueForgettingCustomer(deps: Deps, tx: Tx, userId: number): Promise<void> {
  const customer = await tx
    .selectFrom('payment_customers')
    .select('provider_customer_id')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  const providerCustomerId = customer?.provider_customer_id;
  if (providerCustomerId) await deps.jobs.enqueue(tx, forgetCustomerJob, { providerCustomerId });
}
