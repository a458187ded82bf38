// Runs `npm run admin`, the operator's command that creates site administrators or makes existing users administrators.
import { email as emailField, username as usernameField } from '@foyer/contract/fields.ts';
import { readConfig } from './config.ts';
import { keepDataPrivate } from './data-dir.ts';
import type { Db } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { systemClock } from './deps.ts';
import { explain } from './explain.ts';
import { createAdministrator } from './features/users/users.administrators.service.ts';
import { findUser, findUserForLogin } from './features/users/users.queries.ts';
import { setSiteAdmin } from './features/users/users.service.ts';
import { ApiError } from './http/errors.ts';
import { OperatorError } from './operator-error.ts';
import { createPasswords } from './passwords.ts';

const help = `Makes site administrators. It uses the settings of this Foyer, from the environment or .env.

  npm run admin -- create <username> <email>
      Creates an administrator and prints a link to choose a password. The link works once.

  npm run admin -- promote <username>
      Makes an existing user an administrator.

With DATABASE_URL, Foyer may run meanwhile. With the embedded database, stop Foyer first.`;

async function run([command, ...words]: string[]): Promise<string> {
  if (command === 'create') return create(words);
  if (command === 'promote') return promote(words);
  if (command === undefined || command === 'help') return help;
  throw new OperatorError(`There is no command "${command}".\n\n${help}`);
}

async function create(words: string[]): Promise<string> {
  const usage = 'npm run admin -- create <username> <email>';
  const [name = '', address = ''] = takeWords(words, 2, usage);
  const username = check(name, usernameField.safeParse(name));
  const email = check(address, emailField.safeParse(address));
  return withDatabase(async (db, publicUrl) => {
    const passwords = createPasswords();
    const token = await createAdministrator({ db, clock: systemClock, passwords }, { username, email }).catch(
      (error: unknown) => explainTaken(db, error, { username, email }),
    );
    return (
      `${username} is now a site administrator. Open this link within 7 days to choose the password. It works once:\n\n` +
      `${publicUrl}/reset-password#${token}`
    );
  });
}

async function promote(words: string[]): Promise<string> {
  const [name = ''] = takeWords(words, 1, 'npm run admin -- promote <username>');
  return withDatabase(async (db) => {
    const user = await findByName(db, name);
    if (!user) throw new OperatorError(`There is no user "${name}".`);
    if (user.is_site_admin) return `${user.username} is a site administrator already.`;
    await setSiteAdmin({ db, clock: systemClock }, 'the operator', user.id, true);
    return `${user.username} is now a site administrator.`;
  });
}

function takeWords(words: string[], count: number, usage: string): string[] {
  if (words.length === count) return words;
  throw new OperatorError(`This command is: ${usage}`);
}

type Parsed = ReturnType<typeof usernameField.safeParse>;

function check(text: string, parsed: Parsed): string {
  if (parsed.success) return parsed.data;
  throw new OperatorError(
    `"${text}" cannot be used: ${parsed.error.issues[0]?.message ?? 'it is not valid'}.`,
  );
}

async function explainTaken(
  db: Db,
  error: unknown,
  { username, email }: Record<'username' | 'email', string>,
): Promise<never> {
  if (!(error instanceof ApiError)) throw error;
  const isName = error.code === 'username_taken';
  const taken = isName ? `The username ${username}` : `The email address ${email}`;
  const holder = await findByName(db, isName ? username : email);
  throw new OperatorError(
    `${taken} is taken. To make that user an administrator, run: npm run admin -- promote ${holder?.username ?? username}`,
  );
}

async function findByName(db: Db, name: string) {
  const found = await findUserForLogin(db, name);
  return found && findUser(db, found.id);
}

/**
 * Runs `work` with the database that Foyer uses. Migrates the database first, because this command may run before the
 * first start of Foyer.
 */
async function withDatabase<T>(work: (db: Db, publicUrl: string) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  keepDataPrivate(config.dataDir);
  const connection = await openDatabase(config, { pool: 1 });
  try {
    await migrate(connection.db);
    return await work(connection.db, config.publicUrl ?? `http://localhost:${config.port}`);
  } finally {
    await connection.close();
  }
}

run(process.argv.slice(2)).then(
  (text) => process.stdout.write(`${text}\n`),
  (error: unknown) => {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  },
);
