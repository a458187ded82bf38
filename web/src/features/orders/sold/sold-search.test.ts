import { describe, expect, it } from 'vitest';
import { readSoldSearch } from './sold-search.ts';

describe('the address of the list of orders', () => {
  it('keeps the search, the filters and the page', () => {
    const search = { q: 'ellis', status: 'confirmed', type: 64, channel: 'web', page: 2 };
    expect(readSoldSearch(search)).toEqual(search);
  });

  it('reads an order number as text even if it contains only digits', () => {
    expect(readSoldSearch({ q: 1234 }).q).toBe('1234');
  });

  it('leaves out wrong filters and page numbers', () => {
    expect(readSoldSearch({ status: 'lost', type: '-1', channel: 'door', page: '0' })).toEqual({});
  });
});
