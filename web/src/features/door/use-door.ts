import { useMutation, useQueryClient } from '@tanstack/react-query';
import { viewerEventKey } from '../../api/query-keys.ts';
import { useSite } from '../../layout/use-site.ts';
import { findDayObjection } from '../tickets/ticket-day.ts';
import type { Ticket } from '../tickets/tickets.api.ts';
import { type DoorCode, undoAsMember } from './door.api.ts';
import { askAtDoor, type AskedAtDoor, type AskOptions, type Scan } from './door.scans.api.ts';
import { useAdmitGroup } from './group/use-admit-group.ts';
import { useDoorUndo } from './group/use-undo-check-ins.ts';
import { type DoorPerson, updateGuests } from './guests/door.guests.api.ts';
import type { KeptDoor } from './offline/door-database.ts';
import type { OfflineDoor } from './offline/use-offline-door.ts';
import { isStillShown } from './lost-scans.ts';
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
  const ask = async (scan: Scan, options: AskOptions): Promise<AskedAtDoor> => {
    const { id: scanId, code, mayBeIn } = scan;
    const admitted = await offline.refuseAdmitted(code);
    if (admitted) return { answer: admitted, sent: null };
    const { answer, sent } = await askAtDoor(person, scan, options);
    if (answer.kind !== 'unsure' || !answer.isOutage) return { answer, sent };
    // The server may know of a check-in that was sent without an id, or with another. Then only the server can answer.
    const isSafe = typeof code === 'number' || (!options.force && !mayBeIn);
    if (answer.mayBeIn && !isSafe) return { answer, sent };
    const kept = { scanId, force: options.force, findObjection: findKeptObjection };
    return { answer: (await offline.answer(code, kept)) ?? answer, sent };
  };
  const asking = useMutation({
    mutationFn: async ({ code, force }: { code: DoorCode; force: boolean }) => {
      const lostId = await lost.find(code);
      const isRepeated = lostId !== undefined && !force && isStillShown(shown.shown, code, Date.now());
      const scan = { id: isRepeated ? lostId : makeRandomWord(), code };
      const mayBeIn = await lost.mayBeIn(scan);
      const asked = await ask({ ...scan, mayBeIn }, { force, isRepeated, findObjection });
      await lost.noteAsked(scan, asked);
      return asked.answer;
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
