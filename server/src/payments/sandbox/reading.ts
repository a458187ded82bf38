import { answer, type ApiHandler } from './api-call.ts';
import { buildList, readCreatedRange, readPaging } from './lists.ts';
import type { ObjectType } from './objects/objects.ts';
import type { Params } from './params.ts';
import { getSettledObject, settleDueObjects } from './settling.ts';
import { listObjects, type ObjectFilter } from './store.ts';

/** Answers the object that the path's `:id` names. */
export function retrieve(type: ObjectType): ApiHandler {
  return async (work, call) => {
    const { object } = await getSettledObject(work, type, call.pathPart('id'));
    return answer(object);
  };
}

/** Answers a page of a type's objects, newest first, narrowed by the parameters that `narrow` reads. */
export function list(type: ObjectType, url: string, narrow: (params: Params) => ObjectFilter): ApiHandler {
  return async (work, { params }) => {
    await settleDueObjects(work);
    const filter = { ...narrow(params), ...readCreatedRange(params) };
    const { objects, hasMore } = await listObjects(work, type, filter, readPaging(params));
    return answer(buildList(url, objects, hasMore));
  };
}
