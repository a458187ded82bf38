import { invalidRequest, missingParam } from './sandbox-error.ts';
import type { FormFields, FormValue } from './form-body.ts';

const MAX_METADATA_KEYS = 50;
const MAX_METADATA_NAME = 40;
const MAX_METADATA_VALUE = 500;

/**
 * Reads the parameters of one call. A wrong value throws the same error as the real provider. `refuseUnknown` refuses
 * every parameter that was not read.
 */
export class Params {
  readonly #fields: FormFields;
  readonly #path: string;
  readonly #read = new Set<string>();
  readonly #children: Params[] = [];

  constructor(fields: FormFields, path = '') {
    this.#fields = fields;
    this.#path = path;
  }

  nameOf(name: string): string {
    return this.#path === '' ? name : `${this.#path}[${name}]`;
  }

  has(name: string): boolean {
    return this.#fields.has(name);
  }

  isNested(name: string): boolean {
    return this.#fields.get(name) instanceof Map;
  }

  /** Returns undefined for a missing or empty text, because the provider reads an empty value as "not set". */
  text(name: string): string | undefined {
    const value = this.#take(name);
    if (value === undefined || value === '') return undefined;
    if (typeof value !== 'string') throw invalidRequest('Invalid string', this.nameOf(name));
    return value;
  }

  requiredText(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw missingParam(this.nameOf(name));
    return value;
  }

  integer(name: string, range: { min?: number; max?: number } = {}): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const param = this.nameOf(name);
    if (!/^-?\d{1,15}$/.test(text)) {
      throw invalidRequest(`Invalid integer: ${text}`, param, 'parameter_invalid_integer');
    }
    const value = Number(text);
    if (range.min !== undefined && value < range.min) {
      throw invalidRequest(
        `This value must be greater than or equal to ${range.min}.`,
        param,
        'parameter_invalid_integer',
      );
    }
    if (range.max !== undefined && value > range.max) {
      throw invalidRequest(
        `This value must be less than or equal to ${range.max}.`,
        param,
        'parameter_invalid_integer',
      );
    }
    return value;
  }

  requiredInteger(name: string, range: { min?: number; max?: number } = {}): number {
    const value = this.integer(name, range);
    if (value === undefined) throw missingParam(this.nameOf(name));
    return value;
  }

  flag(name: string): boolean | undefined {
    const value = this.oneOf(name, ['true', 'false']);
    return value === undefined ? undefined : value === 'true';
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const found = allowed.find((value) => value === text);
    if (found === undefined) {
      throw invalidRequest(`Invalid ${name}: must be one of ${allowed.join(', ')}`, this.nameOf(name));
    }
    return found;
  }

  /** Reads a web address. The method accepts only http and https, because the card page links to the address. */
  url(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const url = URL.parse(text);
    if (url === null || !/^https?:$/.test(url.protocol)) {
      throw invalidRequest('Not a valid URL', this.nameOf(name), 'url_invalid');
    }
    return text;
  }

  child(name: string): Params | undefined {
    const value = this.#take(name);
    if (value === undefined || value === '') return undefined;
    return this.#open(value, this.nameOf(name));
  }

  list(name: string): Params[] {
    return this.#items(name).map(([index, value]) => this.#open(value, `${this.nameOf(name)}[${index}]`));
  }

  texts(name: string): string[] {
    return this.#items(name).map(([index, value]) => {
      if (typeof value === 'string') return value;
      throw invalidRequest('Invalid string', `${this.nameOf(name)}[${index}]`);
    });
  }

  /**
   * Reads the field `metadata`. Returns undefined if the call has no metadata. Keeps empty values, because an empty
   * value in an update removes its key.
   */
  metadata(): Record<string, string> | undefined {
    if (!this.has('metadata')) return undefined;
    const entries = this.#items('metadata').map(([key, value]) => {
      if (typeof value !== 'string') throw invalidRequest('Invalid string', `metadata[${key}]`);
      if (key.length > MAX_METADATA_NAME || value.length > MAX_METADATA_VALUE) {
        throw invalidRequest(
          `Metadata keys can have up to ${MAX_METADATA_NAME} characters and values up to ${MAX_METADATA_VALUE}.`,
          `metadata[${key}]`,
        );
      }
      return [key, value] as const;
    });
    if (entries.length > MAX_METADATA_KEYS) {
      throw invalidRequest(`Metadata can have up to ${MAX_METADATA_KEYS} keys.`, 'metadata');
    }
    return Object.fromEntries(entries);
  }

  refuseUnknown(): void {
    const unknown = [...this.#fields.keys()].find((name) => !this.#read.has(name));
    if (unknown !== undefined) {
      throw invalidRequest(
        `Received unknown parameter: ${this.nameOf(unknown)}`,
        this.nameOf(unknown),
        'parameter_unknown',
      );
    }
    for (const child of this.#children) child.refuseUnknown();
  }

  #take(name: string): FormValue | undefined {
    this.#read.add(name);
    return this.#fields.get(name);
  }

  #items(name: string): [string, FormValue][] {
    const value = this.#take(name);
    if (value === undefined || value === '') return [];
    if (typeof value === 'string') throw invalidRequest('Invalid array', this.nameOf(name));
    return [...value];
  }

  #open(value: FormValue, path: string): Params {
    if (typeof value === 'string') throw invalidRequest('Invalid object', path);
    const child = new Params(value, path);
    this.#children.push(child);
    return child;
  }
}

/** Applies an update of metadata: new values replace old ones, and an empty value removes its key. */
export function mergeMetadata(
  present: Record<string, string>,
  change: Record<string, string> | undefined,
): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...present, ...change }).filter(([, value]) => value !== ''));
}
