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

describe('Foyer answers reads during an outage, and catches up after it:', () => {
  it('an event was cancelled while the payment provider was down', { timeout: 120_000 }, async () => {
    const outage = await watchProviderOutage(site, outageMs);
    expectCaughtUp(outage, ['200']);
    expect(outage.answers).toEqual({ 200: 1, payments_unavailable: 1 });
  });

  it('people registered while the mail server was down', { timeout: 120_000 }, async () => {
    const outage = await watchMailOutage(site, outageMs);
    expectCaughtUp(outage, ['200']);
    expect(outage.answers).toEqual({ 201: 8 });
  });

  it('the database went down just after people had paid', { timeout: 120_000 }, async () => {
    const outage = await watchDatabaseOutage(site, outageMs);
    expectCaughtUp(outage, ['200', '503']);
    expect(outage.answers).toEqual({ 200: 1, 503: 1 });
  });
});
