import { answer, type ApiHandler } from './api-call.ts';
import { buildList, readCreatedRange, readPaging } from './lists.ts';
import type { ObjectType } from '../objects/objects.ts';
import type { Params } from './params.ts';
import { getCurrentObject, applyDueChanges } from '../due-changes.ts';
import { listObjects, type ObjectFilter } from '../objects/object-store.ts';

/** Creates a handler that returns the object with the `:id` of the path. */
export function retrieve(type: ObjectType): ApiHandler {
  return async (tx, call) => {
    const { object } = await getCurrentObject(tx, type, call.pathPart('id'));
    return answer(object);
  };
}

/** Creates a handler that lists objects of a type, newest first. `readFilter` reads the filters from the parameters. */
export function list(
  type: ObjectType,
  url: string,
  readFilter: (params: Params) => ObjectFilter,
): ApiHandler {
  return async (tx, { params }) => {
    await applyDueChanges(tx);
    const filter = { ...readFilter(params), ...readCreatedRange(params) };
    const { objects, hasMore } = await listObjects(tx, type, filter, readPaging(params));
    return answer(buildList(url, objects, hasMore));
  };
}
