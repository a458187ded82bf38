import { blankType, type TicketTypeValues } from '../types/type-values.ts';

type Types = readonly TicketTypeValues[];

export function isTypes(value: unknown): value is TicketTypeValues[] {
  return (
    Array.isArray(value) &&
    value.every((type: unknown) =>
      Object.entries(blankType).every(
        ([name, blank]) => typeof (type as Record<string, unknown> | null)?.[name] === typeof blank,
      ),
    )
  );
}

/** Reads the ticket types that the form was opened with. A draft of an older Foyer has none. */
export function readTypes({ types }: { types?: unknown }): TicketTypeValues[] {
  return isTypes(types) ? types : [];
}

/** `paused` does not count, because a draft never changes it. */
export function areTypesSame(one: Types, other: Types): boolean {
  const [first, second] = [one, other].map((types) =>
    JSON.stringify(types.map((type) => ({ ...type, paused: false }))),
  );
  return first === second;
}

/**
 * Makes the changes that were typed into the `opened` ticket types in the `present` ones. Ticket types that were added
 * since then stay, and so do stopped sales. The order is that of `present`, unless the user moved one. Returns undefined
 * if the typed single price has no place any more.
 */
export function mergeTypes(
  typed: Types,
  { opened, present }: { opened: Types; present: Types },
): TicketTypeValues[] | undefined {
  if (typed.length === 0 && !areTypesSame(opened, present)) return undefined;
  const kept = typed.flatMap((type) => {
    const before = findType(opened, type.id);
    const now = findType(present, type.id);
    const changes = before ? pickTypeChanges(type, before) : type;
    if (now) return { ...now, ...changes, paused: now.paused };
    // Somebody deleted this ticket type. It comes back, as a new one, only if something was typed into it.
    return Object.keys(changes).length > 0 ? { ...type, id: '', paused: false } : [];
  });
  const added = present.filter(({ id }) => !findType(opened, id) && !findType(typed, id));
  const all = [...kept, ...added];
  return isMoved(typed, opened) ? all : sortLike(present, all);
}

/** Whether the user changed the order of the ticket types. New ones are added at the end. */
function isMoved(typed: Types, opened: Types): boolean {
  return sortLike(opened, typed).some((type, index) => type !== typed[index]);
}

/** Sorts ticket types by their places in a list, and those that are not in it behind them. */
function sortLike(list: Types, types: Types): TicketTypeValues[] {
  const placeOf = ({ id }: TicketTypeValues) => {
    const place = list.findIndex((type) => id !== '' && type.id === id);
    return place < 0 ? list.length : place;
  };
  return types.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function findType(types: Types, id: string): TicketTypeValues | undefined {
  return id === '' ? undefined : types.find((type) => type.id === id);
}

function pickTypeChanges(type: TicketTypeValues, before: TicketTypeValues): Partial<TicketTypeValues> {
  const names = Object.keys(blankType) as (keyof TicketTypeValues)[];
  const changed = names.filter((name) => name !== 'paused' && type[name] !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, type[name]]));
}
