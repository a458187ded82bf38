import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connect.ts';
import { violates } from '../../../db/failures.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { PaymentRefusedError, ProviderFailedError, type KeptCard } from '../../../payments/provider.ts';
import { forgetCustomerJob } from './customers.jobs.ts';
import { findCustomer } from '../payments.queries.ts';

interface Person {
  id: number;
  email: string;
}

/**
 * Returns the id of the user's customer at the provider, with the user's present email address. Creates a missing
 * customer once, even if two payments start at the same moment. Throws `UnknownCustomerError` if the provider no longer
 * has the customer.
 */
export async function ensureCustomerId(deps: Deps, user: Person): Promise<string> {
  const customer = await ensureCustomerRow(deps.db, user);
  const id = customer.provider_customer_id ?? (await createCustomer(deps, customer));
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

/**
 * Finds or creates the user's row with the idempotency key for creating the customer. The row is committed before the
 * provider is asked, so that a repeated request creates no second customer.
 */
async function ensureCustomerRow(db: Db, user: Person) {
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

type CustomerRow = NonNullable<Awaited<ReturnType<typeof findCustomer>>>;

async function createCustomer(
  deps: Deps,
  { user_id: userId, provider_key, email }: CustomerRow,
): Promise<string> {
  const id = await deps.payments
    .createCustomer({ key: provider_key, email })
    .catch(async (error: unknown) => {
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
  // The user was deleted or got another customer in the meantime. No user needs this customer, so the provider must
  // delete it.
  await deps.db
    .transaction()
    .execute((tx) => deps.jobs.enqueue(tx, forgetCustomerJob, { providerCustomerId: id }));
  if (other) return other;
  throw new ApiError('user_not_found');
}

/**
 * Replaces an idempotency key for which the provider failed or refused, because the provider repeats its answer for a
 * day. Only the first of several callers replaces it.
 */
async function renewKey(db: Db, key: string): Promise<void> {
  await db
    .updateTable('payment_customers')
    .set({ provider_key: sql`gen_random_uuid()` })
    .where('provider_key', '=', key)
    .where('provider_customer_id', 'is', null)
    .execute();
}

/** Deletes our record of a customer that the provider no longer has. The next payment creates a new customer. */
export async function deleteCustomer(db: Db, customerId: string): Promise<void> {
  await db.deleteFrom('payment_customers').where('provider_customer_id', '=', customerId).execute();
}

export async function listKeptCards(deps: Deps, userId: number): Promise<KeptCard[]> {
  const customer = await findCustomer(deps.db, userId);
  return customer?.provider_customer_id ? deps.payments.listCards(customer.provider_customer_id) : [];
}

/**
 * Enqueues the deletion of the user's customer at the provider. Call this in the transaction that deletes the user,
 * before the deletion. Locks the customer's row, so that a payment that is just creating the customer waits, and then
 * enqueues the deletion itself.
 */
export async function enqueueForgetCustomer(deps: Deps, tx: Tx, userId: number): Promise<void> {
  const customer = await tx
    .selectFrom('payment_customers')
    .select('provider_customer_id')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  const providerCustomerId = customer?.provider_customer_id;
  if (providerCustomerId) await deps.jobs.enqueue(tx, forgetCustomerJob, { providerCustomerId });
}
