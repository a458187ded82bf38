import { useMutation } from '@tanstack/react-query';
import { makeRandomWord } from '../../payments/known-orders.ts';
import type { DoorAnswer, ShownTicket } from '../door.api.ts';
import { type Scan, scanTickets } from '../door.scans.api.ts';
import type { DoorPerson } from '../guests/door.guests.api.ts';
import type { OfflineDoor } from '../offline/use-offline-door.ts';
import type { DoorLogControls } from '../use-door-log.ts';

type Answers = [DoorAnswer<ShownTicket>, ...DoorAnswer<ShownTicket>[]];

/** Checks in tickets of one order whose attendees come together. Sending the same scans again is harmless. */
export function useAdmitGroup(person: DoorPerson, offline: OfflineDoor, record: DoorLogControls['record']) {
  const { isPending, mutate } = useMutation({
    mutationFn: (scans: readonly Scan[]) => admitGroup(person, offline, scans),
    onSuccess: (answers, scans) => record(scans[0]?.code ?? '', answers, scans),
  });
  return {
    isAdmitting: isPending,
    admitGroup: (ticketIds: readonly number[]) =>
      mutate(ticketIds.map((code) => ({ id: makeRandomWord(), code }))),
    admitAgain: mutate,
  };
}

async function admitGroup(
  person: DoorPerson,
  offline: OfflineDoor,
  scans: readonly Scan[],
): Promise<Answers> {
  const [first, ...others] = await scanTickets(person, scans);
  if (first.kind !== 'unsure' || !first.isOutage) return arrange([first, ...others]);
  const answers: DoorAnswer<ShownTicket>[] = [];
  for (const { id, code } of scans) answers.push((await offline.answer(code, { scanId: id })) ?? first);
  return arrange(answers);
}

/** Puts those who are in first, as one group. The others follow in the list of results. */
function arrange(answers: readonly DoorAnswer<ShownTicket>[]): Answers {
  const admitted = answers.flatMap((answer) => (answer.kind === 'accepted' ? [answer] : []));
  const others = answers.filter(({ kind }) => kind !== 'accepted');
  const [first, ...more] = admitted;
  if (first) {
    const group = [first.ticket, ...more.map(({ ticket }) => ticket)] as const;
    return [{ ...first, group }, ...more, ...others];
  }
  const [refused, ...rest] = others;
  if (!refused) throw new Error('A group of no tickets has no answer');
  return [refused, ...rest];
}
