import { OperatorError } from './operator-error.ts';

export type Environment = Record<string, string | undefined>;

export function readWhole(
  env: Environment,
  name: string,
  fallback: number,
  range: { min: number; max: number },
) {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < range.min || value > range.max) {
    throw new OperatorError(
      `${name} must be a whole number from ${range.min} to ${range.max}, not "${text}".`,
    );
  }
  return value;
}

export function readSwitch(env: Environment, name: string, fallback: boolean) {
  const text = env[name]?.toLowerCase();
  if (!text) return fallback;
  if (['on', 'true', '1', 'yes'].includes(text)) return true;
  if (['off', 'false', '0', 'no'].includes(text)) return false;
  throw new OperatorError(`${name} must be on or off, not "${text}".`);
}

export function readChoice<const T extends string>(
  env: Environment,
  name: string,
  choices: readonly T[],
  fallback: T,
): T {
  const text = env[name];
  if (!text) return fallback;
  const found = choices.find((choice) => choice === text);
  if (!found) throw new OperatorError(`${name} must be one of ${choices.join(', ')}, not "${text}".`);
  return found;
}

export function readUrl(env: Environment, name: string, protocols: string[]): string | null {
  const text = env[name];
  if (!text) return null;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new OperatorError(`${name} must be an address that starts with ${protocols.join('// or ')}//.`);
  }
  return text;
}
