import { useMutation, useQueryClient } from '@tanstack/react-query';
import { makeRandomWord } from '../../payments/known-orders.ts';
import type { DoorAnswer, ShownTicket } from '../door.api.ts';
import { type Scan, scanTickets } from '../door.scans.api.ts';
import { type DoorPerson, guestsQuery } from '../guests/door.guests.api.ts';
import type { LostScans } from '../lost-scans.ts';
import type { OfflineDoor } from '../offline/use-offline-door.ts';
import type { DoorLogControls } from '../use-door-log.ts';

type Answers = [DoorAnswer<ShownTicket>, ...DoorAnswer<ShownTicket>[]];

/** Checks in tickets of one order whose attendees come together. Sending the same scans again is harmless. */
export function useAdmitGroup(
  person: DoorPerson,
  { offline, lost, record }: { offline: OfflineDoor; lost: LostScans; record: DoorLogControls['record'] },
) {
  const queryClient = useQueryClient();
  const { isPending, mutate } = useMutation({
    mutationFn: (scans: readonly Scan[]) => admitGroup(person, offline, { lost, scans }),
    onSuccess: (answers, scans) => record(scans[0]?.code ?? '', answers, scans),
  });
  return {
    isAdmitting: isPending,
    admitGroup: (ticketIds: readonly number[]) => {
      const guests = queryClient.getQueryData(guestsQuery(person).queryKey) ?? [];
      const hashes = new Map(guests.map(({ id, code_hash }) => [id, code_hash]));
      mutate(ticketIds.map((code) => ({ id: makeRandomWord(), code, codeHash: hashes.get(code) })));
    },
    admitAgain: mutate,
  };
}

async function admitGroup(
  person: DoorPerson,
  offline: OfflineDoor,
  { lost, scans }: { lost: LostScans; scans: readonly Scan[] },
): Promise<Answers> {
  const sent = await Promise.all(scans.map(async (scan) => ({ ...scan, mayBeIn: await lost.mayBeIn(scan) })));
  const [first, ...others] = await scanTickets(person, sent);
  const isOutage = first.kind === 'unsure' && first.isOutage;
  const kept: DoorAnswer<ShownTicket>[] = [];
  for (const scan of scans) {
    const answer = (isOutage ? await offline.answer(scan.code, { scanId: scan.id }) : null) ?? first;
    await lost.note(scan, answer);
    kept.push(answer);
  }
  return arrange(isOutage ? kept : [first, ...others]);
}

/**
 * Puts a refused ticket first, so that nobody waves in the whole group. Those who are in follow as one group, which can
 * be undone together.
 */
function arrange(answers: readonly DoorAnswer<ShownTicket>[]): Answers {
  const [first, ...more] = answers.flatMap((answer) => (answer.kind === 'accepted' ? [answer] : []));
  const group = first && ([first.ticket, ...more.map(({ ticket }) => ticket)] as const);
  const admitted = first ? [{ ...first, group }, ...more] : [];
  const others = answers.filter(({ kind }) => kind !== 'accepted');
  const [shown, ...rest] = [...others, ...admitted];
  if (!shown) throw new Error('A group of no tickets has no answer');
  return [shown, ...rest];
}
