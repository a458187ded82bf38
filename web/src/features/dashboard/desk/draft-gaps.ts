import type { Desk } from './dashboard.desk.api.ts';

export type DraftGap = Desk['drafts'][number]['misses'][number];

const gapWords: Record<DraftGap, string> = {
  past: 'a date to come',
  ticket_types: 'ticket types',
  picture: 'a picture',
  description: 'a description',
  location: 'a place',
};

/** Lists what a draft misses, such as `a picture, a place`. */
export function describeGaps(gaps: readonly DraftGap[]): string {
  return gaps.map((gap) => gapWords[gap]).join(', ');
}
