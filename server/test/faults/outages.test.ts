import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  watchDatabaseOutage,
  watchMailOutage,
  watchProviderOutage,
  startTestSite,
  type Outage,
  type TestSite,
} from './outages.ts';

const outageMs = 1000;
const maxCatchUpMs = 60_000;

let site: TestSite;

beforeAll(async () => {
  site = await startTestSite();
}, 60_000);

afterAll(() => site.stop());

function expectCaughtUp(outage: Outage, reads: string[]) {
  expect(Object.keys(outage.reads).filter((name) => !reads.includes(name))).toEqual([]);
  expect(outage.faults).toEqual([]);
  expect(outage.millisecondsToCatchUp).toBeLessThan(maxCatchUpMs);
}

describe('Foyer', () => {
  it(
    'serves reads while the payment provider is down, and refunds a cancelled event afterwards',
    { timeout: 120_000 },
    async () => {
      const outage = await watchProviderOutage(site, outageMs);
      expectCaughtUp(outage, ['200']);
      expect(outage.answers).toEqual({ 200: 1, payments_unavailable: 2 });
    },
  );

  it(
    'serves reads while the mail server is down, and emails the tickets of each order once afterwards',
    { timeout: 120_000 },
    async () => {
      const outage = await watchMailOutage(site, outageMs);
      expectCaughtUp(outage, ['200']);
      expect(outage.answers).toEqual({ 201: 11 });
    },
  );

  it(
    'answers reads with 200 or 503 while the database is down, and issues paid tickets afterwards',
    { timeout: 120_000 },
    async () => {
      const outage = await watchDatabaseOutage(site, outageMs);
      expectCaughtUp(outage, ['200', '503']);
      expect(outage.answers).toEqual({ 200: 1, 503: 2 });
    },
  );
});
