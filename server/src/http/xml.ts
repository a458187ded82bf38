import { html, type Html } from './html.ts';

/** Characters that no XML document may contain, not even escaped. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

type Values = Parameters<typeof html> extends [TemplateStringsArray, ...infer Rest] ? Rest : never;

/** A template tag that escapes every value except `Html` values, and leaves out characters that XML does not know. */
export function xml(parts: TemplateStringsArray, ...values: Values): Html {
  const clean = (value: Values[number]): Values[number] =>
    typeof value === 'string' ? value.replace(forbidden, '') : value;
  return html(parts, ...values.map(clean));
}

export const xmlStart = '<?xml version="1.0" encoding="UTF-8"?>\n';
