/** The part of a row of the list that a card takes on wide screens. */
export type CardWidth = 'full' | 'half' | 'third';

/**
 * The width of the card with this index, when the first card leads. Where the others do not fill rows of three, none,
 * one or two rows of two come first.
 */
export function widthAfterLead(index: number, count: number): CardWidth {
  if (index === 0) return 'full';
  const halves = [0, 4, 2][(count - 1) % 3] ?? 0;
  return index <= halves ? 'half' : 'third';
}
