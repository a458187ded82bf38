import { describe, expect, it } from 'vitest';
import { line, optionalLine, searchText, text } from './fields.ts';

const zeroWidth = 'Late\u200b jazz';
const turned = 'Come to\n\u202egpj.tekcit';

describe('a text field of the contract', () => {
  it('with a single line refuses invisible characters', () => {
    expect(line({ required: 'Title is required', max: 200 }).safeParse(zeroWidth).success).toBe(false);
    expect(optionalLine(300).safeParse(zeroWidth).success).toBe(false);
  });

  it('with several lines refuses a change of the text direction, but accepts zero-width spaces', () => {
    expect(text(100).safeParse(turned).success).toBe(false);
    expect(text(100).safeParse(zeroWidth).success).toBe(true);
  });

  it('for a search accepts every text that PostgreSQL can store', () => {
    expect(searchText(100).safeParse(turned).success).toBe(true);
    expect(searchText(100).safeParse('a\u0000').success).toBe(false);
  });
});
