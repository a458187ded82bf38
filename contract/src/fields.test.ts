import { describe, expect, it } from 'vitest';
import { httpUrl, line, optionalLine, searchText, text } from './fields.ts';

const zeroWidth = 'Late\u200b jazz';
const turned = 'Come to\n\u202egpj.tekcit';

describe('a text field of the contract', () => {
  it('with a single line refuses invisible characters', () => {
    expect(line({ required: 'Title is required', max: 200 }).safeParse(zeroWidth).success).toBe(false);
    expect(optionalLine(300).safeParse(zeroWidth).success).toBe(false);
  });

  it('with several lines refuses marks that change the text direction, but accepts zero-width spaces', () => {
    expect(text(100).safeParse(turned).success).toBe(false);
    expect(text(100).safeParse(zeroWidth).success).toBe(true);
  });

  it.each([
    ['a single line', line({ required: 'Title is required', max: 200 })],
    ['an optional line', optionalLine(300)],
    ['several lines', text(100)],
    ['a search', searchText(100)],
    ['a web address', httpUrl],
  ])('refuses a broken emoji in %s, but accepts a whole emoji', (_name, schema) => {
    const owl = 'https://example.org/🦉';
    expect(schema.safeParse(owl).success).toBe(true);
    expect(schema.safeParse(owl.slice(0, -1)).error?.issues[0]?.message).toMatch(/broken character/);
    expect(schema.safeParse(`${owl.slice(-1)}a`).success).toBe(false);
  });

  it('for search text accepts everything that PostgreSQL can store', () => {
    expect(searchText(100).safeParse(turned).success).toBe(true);
    expect(searchText(100).safeParse('a\u0000').success).toBe(false);
  });
});
