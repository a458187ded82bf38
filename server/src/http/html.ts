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

/** Characters that no XML document may contain, not even escaped. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A template tag that escapes every value except `Html` values, and leaves out characters that XML does not know. */
export function xml(parts: TemplateStringsArray, ...values: Value[]): Html {
  const clean = (value: Value): Value => (typeof value === 'string' ? value.replace(forbidden, '') : value);
  return html(parts, ...values.map(clean));
}

export const xmlStart = '<?xml version="1.0" encoding="UTF-8"?>\n';
