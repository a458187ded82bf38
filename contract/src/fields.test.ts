import { describe, expect, it } from 'vitest';
import { line, optionalLine, searchText, text } from './fields.ts';

const zeroWidth = 'Late\u200b jazz';
const turned = 'Come to\n\u202egpj.tekcit';

describe('a text field of the contract', () => {
  it('refuses invisible characters if it is for a single line', () => {
    expect(line({ required: 'Title is required', max: 200 }).safeParse(zeroWidth).success).toBe(false);
    expect(optionalLine(300).safeParse(zeroWidth).success).toBe(false);
  });

  it('refuses characters that turn the text direction, but not zero-width spaces, if it is for several lines', () => {
    expect(text(100).safeParse(turned).success).toBe(false);
    expect(text(100).safeParse(zeroWidth).success).toBe(true);
  });

  it('accepts every text that PostgreSQL can store if it is for a search', () => {
    expect(searchText(100).safeParse(turned).success).toBe(true);
    expect(searchText(100).safeParse('a\u0000').success).toBe(false);
  });
});
