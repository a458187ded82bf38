export class Html {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type Value = Html | string | number | null | undefined | false | readonly Value[];

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template tag that escapes every value except `Html` values. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.reduce((source, part, index) => source + write(values[index - 1]) + part));
}

function write(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.source;
  if (typeof value === 'object') return value.map(write).join('');
  return String(value).replace(/[&<>"']/g, (char) => escapes[char] ?? char);
}
