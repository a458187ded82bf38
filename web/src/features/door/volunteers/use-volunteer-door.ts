import { useMutation, useQueryClient } from '@tanstack/react-query';
import { makeRandomWord } from '../../payments/known-orders.ts';
import type { DoorAnswer, DoorCode, ShownTicket } from '../door.api.ts';
import { type Scan, scanTicket } from '../door.scans.api.ts';
import { useAdmitGroup } from '../group/use-admit-group.ts';
import { useDoorUndo } from '../group/use-undo-check-ins.ts';
import { type DoorPerson, updateGuests } from '../guests/door.guests.api.ts';
import type { OfflineDoor } from '../offline/use-offline-door.ts';
import { isStillShown } from '../lost-scans.ts';
import { type DoorControls, useDoorLog } from '../use-door-log.ts';
import { useLostScans } from '../use-lost-scans.ts';
import { undoScan, volunteerDoorQuery } from './door.volunteers.api.ts';

/** The door of a volunteer with a link. */
export function useVolunteerDoor(person: DoorPerson, offline: OfflineDoor): DoorControls {
  const queryClient = useQueryClient();
  const { record, markUndone, ...shown } = useDoorLog((changed) => {
    updateGuests(queryClient, person, changed);
    const { queryKey } = volunteerDoorQuery(person);
    queryClient.invalidateQueries({ queryKey }).catch(() => undefined);
  });
  const lost = useLostScans(person);
  const ask = async (scan: Scan) => {
    const admitted = await offline.refuseAdmitted(scan.code);
    if (admitted) return admitted;
    const answer = await scanTicket(person, scan);
    if (answer.kind !== 'unsure' || !answer.isOutage) return answer;
    // The kept scan has the same id, so it does not matter whether the server got the first one.
    return (await offline.answer(scan.code, { scanId: scan.id })) ?? answer;
  };
  const scanning = useMutation({
    mutationFn: async (code: DoorCode) => {
      const lostId = await lost.find(code);
      const isTriedAgain = lostId !== undefined && isStillShown(shown.shown, code, Date.now());
      const scan = { id: isTriedAgain ? lostId : makeRandomWord(), code };
      const answer: DoorAnswer<ShownTicket> = await ask({ ...scan, mayBeIn: await lost.mayBeIn(scan) });
      await lost.note(scan, answer);
      return answer;
    },
    onSuccess: (answer, code) => record(code, [answer]),
  });
  const { isAdmitting, admitGroup, admitAgain } = useAdmitGroup(person, { offline, lost, record });
  const { isUndoing, undo, undoAll } = useDoorUndo((ticketId) => undoScan(person, ticketId), markUndone);
  return {
    ...shown,
    busy: scanning.isPending || isAdmitting || isUndoing,
    answer: scanning.mutate,
    decide: scanning.mutate,
    admitGroup,
    tryAgain: ({ code, scans }) => (scans ? admitAgain(scans) : scanning.mutate(code)),
    undo,
    undoAll,
  };
}
