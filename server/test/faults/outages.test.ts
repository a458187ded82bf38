import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  seeDatabaseOutage,
  seeMailOutage,
  seeProviderOutage,
  startTown,
  type Outage,
  type Town,
} from './outages.ts';

const lasting = 1000;
const maxToMakeUp = 60_000;

let town: Town;

beforeAll(async () => {
  town = await startTown();
}, 60_000);

afterAll(() => town.stop());

function expectMadeUp(outage: Outage, reads: string[]) {
  expect(Object.keys(outage.reads).filter((name) => !reads.includes(name))).toEqual([]);
  expect(outage.faults).toEqual([]);
  expect(outage.millisecondsToMakeUp).toBeLessThan(maxToMakeUp);
}

describe('while something is away reads are answered, and afterwards everything is made up for:', () => {
  it('the provider, for whom an event was cancelled meanwhile', { timeout: 120_000 }, async () => {
    const outage = await seeProviderOutage(town, lasting);
    expectMadeUp(outage, ['200']);
    expect(outage.answers).toEqual({ 200: 1, payments_unavailable: 1 });
  });

  it('the mail server, while people registered', { timeout: 120_000 }, async () => {
    const outage = await seeMailOutage(town, lasting);
    expectMadeUp(outage, ['200']);
    expect(outage.answers).toEqual({ 201: 8 });
  });

  it('the database, just after people had paid', { timeout: 120_000 }, async () => {
    const outage = await seeDatabaseOutage(town, lasting);
    expectMadeUp(outage, ['200', '503']);
    expect(outage.answers).toEqual({ 200: 1, 503: 1 });
  });
});
