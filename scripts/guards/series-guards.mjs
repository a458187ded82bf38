/** @import { Guard } from './list.mjs' */

const series = 'server/src/features/events/series';
const test = `${series}/series.test.ts`;

/** @type {Guard[]} */
export const seriesGuards = [
  {
    promise: 'a series has at most 52 events: two repeats of it run one after the other',
    file: `${series}/series.service.ts`,
    find: "    await tx.selectFrom('events').select('id').where('id', '=', id).forNoKeyUpdate().execute();\n",
    replace: '',
    test,
    title: 'never grows beyond its limit when two people repeat it at the same moment',
  },
  {
    promise: 'a change of a series stays within the team',
    file: `${series}/scope.service.ts`,
    find: "    .where('team_id', '=', event.team_id)\n",
    replace: '',
    test,
    title: 'is for nobody outside of the team, and for no event that moved to another team',
  },
  {
    promise: 'a picture that events of a series share stays until none has it',
    file: 'server/src/features/events/changes/pictures.service.ts',
    find: ' || (await isSharedPicture(deps.db, address))',
    replace: '',
    test,
    title: 'keeps a picture as long as one of the events has it',
  },
];
