import { describe, expect, it } from 'vitest';
import { line, optionalLine, searchText, text } from './fields.ts';

const zeroWidth = 'Late\u200b jazz';
const turned = 'Come to\n\u202egpj.tekcit';

describe('the text fields of the contract', () => {
  it('for a single line refuse invisible characters', () => {
    expect(line({ required: 'Title is required', max: 200 }).safeParse(zeroWidth).success).toBe(false);
    expect(optionalLine(300).safeParse(zeroWidth).success).toBe(false);
  });

  it('for several lines refuse characters that change the text direction, but accept a zero-width space', () => {
    expect(text(100).safeParse(turned).success).toBe(false);
    expect(text(100).safeParse(zeroWidth).success).toBe(true);
  });

  it('for a search accept every text that PostgreSQL can read, and no other text', () => {
    expect(searchText(100).safeParse(turned).success).toBe(true);
    expect(searchText(100).safeParse('a\u0000').success).toBe(false);
  });
});
