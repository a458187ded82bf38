import { describe, expect, it } from 'vitest';
import { blankType, type TicketTypeValues } from '../types/type-values.ts';
import { areTypesSame, mergeTypes } from './kept-types.ts';

const standing: TicketTypeValues = { ...blankType, id: '1', name: 'Standing', price: '10' };
const seated: TicketTypeValues = { ...blankType, id: '2', name: 'Seated', price: '20' };
const balcony: TicketTypeValues = { ...blankType, id: '3', name: 'Balcony', price: '30' };
const opened = [standing, seated];

describe('ticket types of a draft', () => {
  it('are filled in as they were typed when nobody has changed them since', () => {
    const typed = [
      { ...blankType, name: 'Late' },
      { ...seated, price: '25' },
    ];
    expect(mergeTypes(typed, { opened, present: opened })).toEqual(typed);
  });

  it('keep what others have changed in the same ticket type', () => {
    const typed = [{ ...standing, name: 'Floor' }, seated];
    const present = [
      { ...standing, price: '12', quantity: '50' },
      { ...seated, price: '22' },
    ];
    expect(mergeTypes(typed, { opened, present })).toEqual([
      { ...standing, name: 'Floor', price: '12', quantity: '50' },
      { ...seated, price: '22' },
    ]);
  });

  it('never start a stopped sale again, nor stop one', () => {
    const present = [{ ...standing, paused: true }, seated];
    const typed = [
      { ...standing, price: '11' },
      { ...seated, paused: true },
    ];
    expect(areTypesSame(opened, present)).toBe(true);
    expect(mergeTypes(typed, { opened, present })).toEqual([
      { ...standing, price: '11', paused: true },
      seated,
    ]);
  });

  it('add a ticket type again that somebody deleted, only if something was typed into it', () => {
    const present = [balcony];
    const typed = [standing, { ...seated, price: '25' }];
    expect(mergeTypes(typed, { opened: [...opened, balcony], present })).toEqual([
      { ...seated, id: '', price: '25' },
    ]);
  });

  it('keep ticket types that others have added, and leave out those that the user removed', () => {
    const typed = [{ ...seated, price: '25' }];
    expect(mergeTypes(typed, { opened, present: [...opened, balcony] })).toEqual([...typed, balcony]);
  });

  it('keep the order of a colleague, unless the user moved one', () => {
    const present = [seated, balcony, standing];
    const cheap = { ...standing, price: '5' };
    const late = { ...blankType, name: 'Late' };
    expect(mergeTypes([cheap, seated, late], { opened, present })).toEqual([seated, balcony, cheap, late]);
    expect(mergeTypes([seated, cheap], { opened, present: [cheap, seated] })).toEqual([seated, cheap]);
    expect(mergeTypes([late, standing, seated], { opened, present })).toEqual([
      late,
      standing,
      seated,
      balcony,
    ]);
  });

  it('lose the ids of another event', () => {
    const typed = [standing, { ...blankType, name: 'Late' }];
    expect(mergeTypes(typed, { opened: [], present: [] })).toEqual([{ ...standing, id: '' }, typed[1]]);
  });

  it('give way to a list of ticket types where a single price was typed', () => {
    expect(mergeTypes([], { opened: [standing], present: opened })).toBeUndefined();
    expect(mergeTypes([], { opened, present: opened })).toEqual([]);
  });
});
