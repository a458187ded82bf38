import type { Letter } from '../../../mail/letter.ts';

interface Holder {
  /** Null for a guest. */
  user_id: number | null;
  email: string;
  /** The account that ordered the place for the user, or null when the buyer ordered it. */
  made_by: number | null;
  team_id: number | null;
}

/** Decides which limits count a mail about a hold. Nobody has verified a guest's address, so strangers may read it. */
export function addressHolder({
  user_id: userId,
  email,
  made_by,
  team_id: teamId,
}: Holder): Pick<Letter, 'kind' | 'to' | 'senderIds' | 'teamId'> {
  const hasAsked = made_by === null && userId !== null;
  return {
    kind: hasAsked ? 'news' : 'unasked_news',
    to: { userId, email },
    senderIds: made_by === null ? [] : [made_by],
    teamId,
  };
}
