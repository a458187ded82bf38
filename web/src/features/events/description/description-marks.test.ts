import { describe, expect, it } from 'vitest';
import { applyMark, type DescriptionMark } from './description-marks.ts';

/** The selection is written as `<…>`, in what goes in and in what comes out. */
function press(marked: string, mark: DescriptionMark): string {
  const start = marked.indexOf('<');
  const end = marked.indexOf('>') - 1;
  const text = marked.replace('<', '').replace('>', '');
  const edit = applyMark(text, start, end, mark);
  const after = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
  return `${after.slice(0, edit.selectFrom)}<${after.slice(edit.selectFrom, edit.selectTo)}>${after.slice(edit.selectTo)}`;
}

describe('a mark in a description', () => {
  it.each<[DescriptionMark, string, string]>([
    ['bold', 'Two <sets> tonight', 'Two **<sets>** tonight'],
    ['bold', 'Two **<sets>** tonight', 'Two <sets> tonight'],
    ['bold', 'Two< sets >tonight', 'Two **<sets>** tonight'],
    ['bold', 'Two <>', 'Two **<text>**'],
    ['italic', '<one>', '*<one>*'],
    ['heading', 'First\nSec<>ond\nThird', 'First\n# Second<>\nThird'],
    ['heading', '# Sec<>ond', 'Second<>'],
    ['list', '<one\ntwo>\nthree', '<- one\n- two>\nthree'],
    ['list', '<- one\n- two>', '<one\ntwo>'],
    ['list', '<one\n- two>', '<- one\n- two>'],
    ['list', '<>', '- <>'],
    ['link', 'See <our rules>', 'See [our rules](<https://>)'],
    ['link', 'See <https://example.org>', 'See [<text>](https://example.org)'],
    ['link', 'See <>', 'See [<text>](https://)'],
  ])('%s turns %j into %j', (mark, marked, wanted) => {
    expect(press(marked, mark)).toBe(wanted);
  });
});
