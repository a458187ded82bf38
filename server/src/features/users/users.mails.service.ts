import type { Deps } from '../../deps.ts';
import { describeSite } from '../../mail/compose.ts';
import { retryWith, type Letter } from '../../mail/letter.ts';
import { sendOnce } from '../../mail/send-once.ts';
import { renderNewAddressMail, renderNewPasswordMail } from './users.emails.ts';
import { tellOfNewAddressJob, tellOfNewPasswordJob, type AccountNews } from './users.jobs.ts';
import { findUser } from './users.queries.ts';

/** Tells the former email address that the account has a new one, unless the account was deleted in the meantime. */
export async function sendNewAddressMail(deps: Deps, news: AccountNews): Promise<void> {
  const user = await findUser(deps.db, news.userId);
  if (!user) return;
  const letter: Letter = {
    fact: `new-address:${user.id}:${news.at}`,
    kind: 'account',
    to: { userId: user.id, email: news.email },
    retry: retryWith(tellOfNewAddressJob, news),
  };
  const account = { ...news, username: user.username, at: new Date(news.at) };
  await sendOnce(deps, letter, () => renderNewAddressMail(account, describeAccountSite(deps)));
}

/** Tells the owner that the password was changed, unless the account was deleted in the meantime. */
export async function sendNewPasswordMail(deps: Deps, news: AccountNews): Promise<void> {
  const user = await findUser(deps.db, news.userId);
  if (!user) return;
  const letter: Letter = {
    fact: `new-password:${user.id}:${news.at}`,
    kind: 'account',
    to: { userId: user.id, email: news.email },
    retry: retryWith(tellOfNewPasswordJob, news),
  };
  const account = { ...news, username: user.username, at: new Date(news.at) };
  await sendOnce(deps, letter, () => renderNewPasswordMail(account, describeAccountSite(deps)));
}

function describeAccountSite(deps: Deps) {
  return { ...describeSite(deps), supportContact: deps.config.supportContact };
}
