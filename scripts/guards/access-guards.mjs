/** @import { Guard } from './list.mjs' */

const events = 'server/src/features/events';

/** Who reaches an event, and what its texts may contain. @type {Guard[]} */
export const accessGuards = [
  {
    promise: 'a draft is 404 to outsiders',
    file: `${events}/events.policy.ts`,
    find: "event.status !== 'draft' || role !== undefined",
    replace: "event.status !== 'draft' || role !== undefined || true",
    test: `${events}/events.permissions.test.ts`,
    title: 'is hidden from outsiders and shown to its team while it is a draft',
  },
  {
    promise: 'the creator of an event has rights only while a member of its team',
    file: `${events}/events.policy.ts`,
    find: 'const isCreator = role !== undefined && caller?.id',
    replace: 'const isCreator = caller?.id',
    test: `${events}/events.permissions.test.ts`,
    title: 'has no rights to it after leaving the team',
  },
  {
    promise: 'titles and names have no invisible characters',
    file: 'contract/src/fields.ts',
    find: '.refine((value) => !hasHiddenCharacter(value), noHidden)',
    replace: '',
    test: 'contract/src/fields.test.ts',
    title: 'one line of text refuses invisible characters',
  },
];
