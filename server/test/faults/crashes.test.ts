import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { seeCrashes } from './crashes.ts';
import { startProcesses, type Processes } from './processes.ts';

const kills = 5;

let processes: Processes;

beforeAll(async () => {
  processes = await startProcesses(inject('postgres').adminUrl, { count: 2, env: { LOG_LEVEL: 'silent' } });
}, 60_000);

afterAll(() => processes.stop());

describe('Foyer', () => {
  it(
    `loses no confirmed payment, registration or order when its processes are killed ${kills} times during a sale`,
    { timeout: 300_000 },
    async () => {
      const options = { kills, patienceMs: 260_000, random: Math.random, repairs: true };
      const seen = await seeCrashes(processes, options);
      expect(seen.faults).toEqual([]);
      expect(seen.millisecondsToCatchUp).toBeLessThan(Infinity);
      expect(seen.promised.paid).toBeGreaterThan(kills);
      expect(seen.promised.registered).toBeGreaterThan(0);
      expect(seen.promised.ordered).toBeGreaterThan(0);
      // Requests may get only these statuses while processes are killed. 0 means that the network connection
      // broke.
      const allowed = ['0', '200', '201', '503'];
      expect(Object.keys(seen.answers).filter((status) => !allowed.includes(status))).toEqual([]);
    },
  );
});
