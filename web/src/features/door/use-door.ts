import { useMutation, useQueryClient } from '@tanstack/react-query';
import { viewerEventKey } from '../../api/query-keys.ts';
import { useSite } from '../../layout/use-site.ts';
import { findDayObjection } from '../tickets/ticket-day.ts';
import type { Ticket } from '../tickets/tickets.api.ts';
import {
  answerAtDoor,
  checkInAtDoor,
  type DoorAnswer,
  type DoorCode,
  type ShownTicket,
  undoAsMember,
} from './door.api.ts';
import { type Scan, scanTicket } from './door.scans.api.ts';
import { useAdmitGroup } from './group/use-admit-group.ts';
import { useDoorUndo } from './group/use-undo-check-ins.ts';
import { type DoorPerson, updateGuests } from './guests/door.guests.api.ts';
import type { KeptDoor } from './offline/door-database.ts';
import type { OfflineDoor } from './offline/use-offline-door.ts';
import { type DoorControls, useDoorLog } from './use-door-log.ts';
import { useLostScans } from './use-lost-scans.ts';
import { makeRandomWord } from '../payments/known-orders.ts';

/** The door of a signed-in member of the event's team. */
export function useDoor(person: DoorPerson & { userId: number }, offline: OfflineDoor): DoorControls {
  const { eventId, userId } = person;
  const queryClient = useQueryClient();
  const { record, markUndone, ...shown } = useDoorLog((changed) => {
    updateGuests(queryClient, person, changed);
    const queryKey = viewerEventKey(eventId, userId);
    queryClient.invalidateQueries({ queryKey }).catch(() => undefined);
  });
  const { findObjection, findKeptObjection } = useObjections(eventId);
  const lost = useLostScans(person);
  const ask = async ({ id: scanId, code, mayBeIn = false }: Scan, force: boolean) => {
    const admitted = await offline.refuseAdmitted(code);
    if (admitted) return admitted;
    const isChosen = typeof code === 'number';
    // A guest from the list of this event needs no look at the ticket first.
    const answer = isChosen
      ? await scanTicket(person, { id: scanId, code, mayBeIn })
      : force
        ? await checkInAtDoor(code, mayBeIn)
        : await answerAtDoor(code, mayBeIn, findObjection);
    if (answer.kind !== 'unsure' || !answer.isOutage) return answer;
    // The server may know of a check-in that was sent without an id. Then only the server can answer.
    if (answer.mayBeIn && !isChosen) return answer;
    return (await offline.answer(code, { scanId, force, findObjection: findKeptObjection })) ?? answer;
  };
  const asking = useMutation({
    mutationFn: async ({ code, force }: { code: DoorCode; force: boolean }) => {
      const scan = { id: makeRandomWord(), code };
      const mayBeIn = await lost.mayBeIn(scan);
      const answer: DoorAnswer<ShownTicket> = await ask({ ...scan, mayBeIn }, force);
      await lost.note(scan, answer);
      return answer;
    },
    onSuccess: (answer, { code }) => record(code, [answer]),
  });
  const { isAdmitting, admitGroup, admitAgain } = useAdmitGroup(person, { offline, lost, record });
  const { isUndoing, undo, undoAll } = useDoorUndo(undoAsMember, markUndone);
  const answer = (code: DoorCode) => asking.mutate({ code, force: false });
  return {
    ...shown,
    busy: asking.isPending || isAdmitting || isUndoing,
    answer,
    decide: (code) => asking.mutate({ code, force: true }),
    admitGroup,
    tryAgain: ({ code, scans }) => (scans ? admitAgain(scans) : answer(code)),
    undo,
    undoAll,
  };
}

/** Returns functions that say why a valid ticket cannot be used at this event today; null when it can. */
function useObjections(eventId: number) {
  const { timeZone } = useSite();
  return {
    findObjection: (ticket: Ticket) => {
      if (ticket.event_id !== eventId) return `This ticket is for another event: ${ticket.event_title}`;
      return findDayObjection(ticket, Date.now(), timeZone);
    },
    findKeptObjection: ({ startTime, endTime }: KeptDoor) =>
      findDayObjection({ start_time: startTime, end_time: endTime }, Date.now(), timeZone),
  };
}
