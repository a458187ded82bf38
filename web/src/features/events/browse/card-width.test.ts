import { describe, expect, it } from 'vitest';
import { widthAfterLead } from './card-width.ts';

const parts = { full: 6, half: 3, third: 2 };

function fillRows(count: number): number[] {
  const rows: number[] = [];
  let filled = 0;
  for (let index = 0; index < count; index++) {
    const part = parts[widthAfterLead(index, count)];
    if (filled + part > 6) {
      rows.push(filled);
      filled = 0;
    }
    filled += part;
  }
  return [...rows, filled];
}

describe('the widths of the cards after the lead', () => {
  it.each([4, 5, 6, 7, 8, 9, 10, 11, 12, 24])('fill every row of a page of %i events', (count) => {
    expect(new Set(fillRows(count))).toEqual(new Set([6]));
  });

  it('give only the first card a row of its own', () => {
    const widths = Array.from({ length: 12 }, (_, index) => widthAfterLead(index, 12));
    expect(widths.filter((width) => width === 'full')).toHaveLength(1);
    expect(widths[0]).toBe('full');
  });
});
