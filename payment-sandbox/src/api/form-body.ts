/** The value of a form field: text, or further fields by name. A list has the names 0, 1, 2… */
export type FormValue = string | FormFields;
export type FormFields = Map<string, FormValue>;

const MAX_DEPTH = 8;

/**
 * Reads bodies and query strings as the SDK sends them, with nested names such as `a[b][0][c]=v`. A list becomes
 * fields named 0, 1, 2…, because the text does not tell an index from a name.
 */
export function parseBracketedForm(text: string): FormFields {
  const form: FormFields = new Map();
  for (const [key, value] of new URLSearchParams(text)) setField(form, splitKey(key), value);
  return form;
}

/**
 * Sets one field. The values of a list such as `expand[]=a&expand[]=b` have no index, so each value gets the next free
 * index.
 */
function setField(form: FormFields, path: string[], value: string): void {
  let fields = form;
  for (const [depth, part] of path.entries()) {
    const name = part === '' ? String(fields.size) : part;
    if (depth === path.length - 1) {
      fields.set(name, value);
      return;
    }
    const present = fields.get(name);
    const next: FormFields = present instanceof Map ? present : new Map();
    fields.set(name, next);
    fields = next;
  }
}

function splitKey(key: string): string[] {
  const open = key.indexOf('[');
  if (open <= 0 || !key.endsWith(']')) return [key];
  return [key.slice(0, open), ...key.slice(open + 1, -1).split('][')].slice(0, MAX_DEPTH);
}
