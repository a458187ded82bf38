import { access, chmod, constants, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
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
 * or an installed one.
 */
export async function findChromium(): Promise<Browser> {
  const [program, ignoreDefaultArgs] = await Promise.all([findProgram(), listIgnoredArgs()]);
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

async function findProgram(): Promise<Program> {
  const named = process.env.CHROMIUM_PATH;
  if (named) return { executablePath: named, env: readEnvironment() };
  if (process.platform === 'linux' && process.arch === 'x64') return findPackaged();
  return { executablePath: await findInstalled(), env: readEnvironment() };
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

// Unpacks the browser of the npm package, with the libraries and fonts that a minimal machine lacks.
async function findPackaged(): Promise<Program> {
  const home = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string };
  const folder = join(cache, `chromium-${version}`);
  if (!(await isExecutable(join(folder, 'chromium')))) await unpack(join(home, 'bin'), folder);
  const env = {
    ...readEnvironment(),
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
  };
  return { executablePath: join(folder, 'chromium'), env };
}

async function unpack(bin: string, folder: string) {
  const { inflate } = await import('@sparticuz/chromium');
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(join(cache, 'unpacking-'));
  // The npm package unpacks nothing if TMPDIR contains a browser, perhaps that of another user. So TMPDIR is a new
  // folder during this call.
  const before = process.env.TMPDIR;
  process.env.TMPDIR = unfinished;
  try {
    const parts = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
    await Promise.all(parts.map((part) => inflate(join(bin, part))));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
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
