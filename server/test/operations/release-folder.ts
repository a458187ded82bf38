import { execFile } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
const execute = promisify(execFile);

/** The files that `.dockerignore` keeps out of the image. */
const ignored = /(^|\/)(node_modules|test)(\/|$)|\.test\.tsx?$/;

/**
 * Makes the folder /app of the image, as the COPY lines and the `npm ci` line of the Dockerfile do. The web must be
 * built already.
 */
export async function makeReleaseFolder(folder: string): Promise<void> {
  const lines = (await readFile(join(root, 'Dockerfile'), 'utf8')).split('\n');
  const copied = lines.flatMap((line) => {
    const [, paths] = /^COPY (?!--)(.+)$/.exec(line) ?? [];
    return paths ? [paths.split(' ')] : [];
  });
  for (const parts of copied) {
    const target = parts.at(-1) ?? '';
    for (const source of parts.slice(0, -1)) {
      // As in a Dockerfile, a target that ends with a slash is a folder.
      const to = target.endsWith('/')
        ? join(folder, target, source.split('/').at(-1) ?? '')
        : join(folder, target);
      await mkdir(dirname(to), { recursive: true });
      await cp(join(root, source), to, {
        recursive: true,
        filter: (path) => !ignored.test(path.slice(root.length + 1)),
      });
    }
  }
  await cp(join(root, 'web/dist'), join(folder, 'web/dist'), { recursive: true });
  const install = lines.find((line) => line.startsWith('RUN npm ci') && line.includes('--omit=dev'));
  if (!install) throw new Error('The Dockerfile has no line that installs the packages for run time');
  const [program = '', ...args] = install.replace('RUN ', '').split(' ');
  await execute(program, args, { cwd: folder });
}
