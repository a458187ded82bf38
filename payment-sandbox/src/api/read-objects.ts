import { answer, type ApiHandler } from './api-call.ts';
import { buildList, readCreatedRange, readPaging } from './lists.ts';
import type { ObjectType } from '../objects/objects.ts';
import type { Params } from './params.ts';
import { getCurrentObject, applyDueChanges } from '../due-changes.ts';
import { listObjects, type ObjectFilter } from '../objects/object-store.ts';

/** Answers the object that the path's `:id` names. */
export function retrieve(type: ObjectType): ApiHandler {
  return async (tx, call) => {
    const { object } = await getCurrentObject(tx, type, call.pathPart('id'));
    return answer(object);
  };
}

/** Answers a page of a type's objects, newest first, narrowed by the parameters that `narrow` reads. */
export function list(type: ObjectType, url: string, narrow: (params: Params) => ObjectFilter): ApiHandler {
  return async (tx, { params }) => {
    await applyDueChanges(tx);
    const filter = { ...narrow(params), ...readCreatedRange(params) };
    const { objects, hasMore } = await listObjects(tx, type, filter, readPaging(params));
    return answer(buildList(url, objects, hasMore));
  };
}
