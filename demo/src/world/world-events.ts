import type { DemoEvent } from './world-event.ts';
import { courseEvents } from './world-events-courses.ts';
import { maltingsEvents } from './world-events-maltings.ts';
import { meadowLaneEvents } from './world-events-meadow-lane.ts';
import { stageEvents } from './world-events-stage.ts';
import { townEvents } from './world-events-town.ts';

export type { DemoEvent };

/** All events of the demo world, soonest first. */
export const demoEvents: readonly DemoEvent[] = [
  ...townEvents,
  ...stageEvents,
  ...courseEvents,
  ...maltingsEvents,
  ...meadowLaneEvents,
].toSorted((a, b) => a.startsIn.days - b.startsIn.days);
