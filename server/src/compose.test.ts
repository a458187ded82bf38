import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

/** Returns the line that begins with `start`, and the lines right after it that are indented further. */
function readBlock(yaml: string, start: string): string {
  const lines = yaml.split('\n');
  const first = lines.findIndex((line) => line.trimStart().startsWith(start));
  const indent = (line: string) => line.length - line.trimStart().length;
  const rest = lines.slice(first + 1);
  const end = rest.findIndex((line) => line.trim() !== '' && indent(line) <= indent(lines[first] ?? ''));
  return [lines[first], ...rest.slice(0, end === -1 ? undefined : end)].join('\n');
}

const compose = read('compose.yaml');
const services = ['web', 'worker'].map((name) => readBlock(compose, `${name}:`));

describe('the file compose.yaml', () => {
  it('passes every setting of .env.example on to Foyer, except settings that compose.yaml computes', () => {
    const settings = read('.env.example').match(/(?<=^# )[A-Z][A-Z0-9_]+(?==)/gm) ?? [];
    expect(settings.length).toBeGreaterThan(20);
    expect(readBlock(compose, 'x-foyer:')).toMatch(/^ {2}env_file: \.env$/m);
    const computed = new Set<string>();
    for (const service of services) {
      expect(service).toContain('<<: *foyer');
      const blocks = [readBlock(service, 'environment:'), readBlock(compose, 'x-computed:')];
      for (const name of blocks.join('\n').match(/(?<=^ +)[A-Z][A-Z0-9_]+(?=:)/gm) ?? []) computed.add(name);
    }
    expect([...computed].toSorted()).toEqual([
      'DATABASE_URL',
      'DATA_DIR',
      'FOYER_ENV',
      'FOYER_ROLE',
      'HOST',
      'PORT',
      'PUBLIC_URL',
      'TRUST_PROXY',
    ]);
    expect(settings).toEqual(expect.arrayContaining([...computed]));
  });

  it('keeps backups out of reach of the process that answers requests', () => {
    expect(services.map((service) => service.includes('backups:/backups'))).toEqual([false, true]);
    expect(readBlock(compose, 'x-foyer:')).not.toContain('backups');
  });
});

describe('the instructions in docs/operations.md', () => {
  const text = read('docs/operations.md');

  it('name only scripts and files that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
    const files = [...text.matchAll(/node (server\/\S+\.ts)/g)].map(([, path]) => path);
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))).toEqual([]);
  });

  it('do not replace the secrets of a site when an operator runs the same commands again', () => {
    expect(text.match(/^.*cat > \.env.*$/gm)).toEqual([
      'test -e .env || cat > .env <<SETTINGS',
      'test -e .env || cat > .env <<SETTINGS',
    ]);
  });
});
