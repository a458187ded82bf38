/** The ids of rows that were inserted, by the names that the demo world gives them. */
export type Ids = ReadonlyMap<string, number>;

export function getId(ids: Ids, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The demo world names "${name}" but does not make it`);
  return id;
}
