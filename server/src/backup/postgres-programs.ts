import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.ts';

/**
 * Debian and Ubuntu install the programs of each PostgreSQL version in a subfolder of this folder. PATH contains only
 * some of these programs.
 */
const debianFolder = '/usr/lib/postgresql';

/** Runs a PostgreSQL program, such as pg_dump, on the database. Throws `OperatorError` with the output of the program. */
export async function runPostgresProgram(
  name: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  args: readonly string[],
): Promise<void> {
  const folders = [...(await listDebianFolders()), ''];
  for (const folder of folders) {
    const ended = await run(join(folder, name), databaseUrl, args);
    if (ended.code === 0) return;
    if (ended.code !== null) throw new OperatorError(`${name} failed: ${ended.said.trim()}`);
  }
  throw new OperatorError(
    `${name} is missing. Install the client programs of PostgreSQL, on Debian and Ubuntu with: apt-get install postgresql-client`,
  );
}

/** Lists the folders with the newest version first, because pg_dump must not be older than the server. */
async function listDebianFolders(): Promise<string[]> {
  const versions = await readdir(debianFolder).catch((): string[] => []);
  return versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(debianFolder, version, 'bin'));
}

/** The result's `code` is null when the program does not exist. */
function run(program: string, databaseUrl: string, args: readonly string[]) {
  const { url, password } = splitPassword(databaseUrl);
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = spawn(program, [...args, '--dbname', url], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...(password !== null && { PGPASSWORD: password }) },
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.once('error', () => resolve({ code: null, said }));
    child.once('close', (code) => resolve({ code: code ?? 1, said }));
  });
}

/**
 * Other users of the machine can read the arguments of a program, so the password is passed in an environment
 * variable.
 */
function splitPassword(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const password = url.password ? decodeURIComponent(url.password) : null;
  url.password = '';
  return { url: url.href, password };
}
