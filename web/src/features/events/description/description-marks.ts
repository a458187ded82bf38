export type DescriptionMark = 'heading' | 'bold' | 'italic' | 'list' | 'link';

/** Replaces the text from `from` to `to`, and then selects from `selectFrom` to `selectTo`. */
export interface MarkEdit {
  from: number;
  to: number;
  text: string;
  selectFrom: number;
  selectTo: number;
}

const around: Partial<Record<DescriptionMark, string>> = { bold: '**', italic: '*' };
const before: Partial<Record<DescriptionMark, string>> = { heading: '# ', list: '- ' };
const newAddress = 'https://';

/** Says how a mark changes the selected part of a text. A mark that is there already is taken away. */
export function applyMark(text: string, start: number, end: number, mark: DescriptionMark): MarkEdit {
  const line = before[mark];
  if (line !== undefined) return markLines(text, start, end, line);
  const sign = around[mark];
  return sign === undefined ? writeLink(text, start, end) : wrap(text, start, end, sign);
}

function wrap(text: string, start: number, end: number, sign: string): MarkEdit {
  const chosen = text.slice(start, end);
  const { length } = sign;
  if (text.slice(start - length, start) === sign && text.slice(end, end + length) === sign) {
    const from = start - length;
    return { from, to: end + length, text: chosen, selectFrom: from, selectTo: from + chosen.length };
  }
  // Spaces inside of the signs would keep them from counting.
  const words = chosen.trim() || 'text';
  const space = chosen.trim() ? chosen.slice(0, chosen.length - chosen.trimStart().length) : '';
  const rest = chosen.trim() ? chosen.slice(chosen.trimEnd().length) : '';
  const selectFrom = start + space.length + length;
  return {
    from: start,
    to: end,
    text: space + sign + words + sign + rest,
    selectFrom,
    selectTo: selectFrom + words.length,
  };
}

function markLines(text: string, start: number, end: number, sign: string): MarkEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', Math.max(start, end - 1));
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const isMarked = lines.every((line) => line.startsWith(sign));
  const changed = lines
    .map((line) => (isMarked ? line.slice(sign.length) : line.startsWith(sign) ? line : sign + line))
    .join('\n');
  const selectTo = from + changed.length;
  return { from, to, text: changed, selectFrom: start === end ? selectTo : from, selectTo };
}

/** A selected address becomes the address of the link, and other words become its words. */
function writeLink(text: string, start: number, end: number): MarkEdit {
  const chosen = text.slice(start, end).trim();
  const isAddress = /^(?:https?:\/\/|mailto:)\S+$/i.test(chosen);
  const words = isAddress || chosen === '' ? 'text' : chosen;
  const address = isAddress ? chosen : newAddress;
  const link = `[${words}](${address})`;
  const selectFrom = start + (words === 'text' ? 1 : words.length + 3);
  const selectTo = selectFrom + (words === 'text' ? words.length : address.length);
  return { from: start, to: end, text: link, selectFrom, selectTo };
}
