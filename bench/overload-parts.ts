import { withServer, type Bench, type Outcome } from './api-parts.ts';
import { describe, measureInTurn, openCaller, sample } from './load.ts';

const printers = 20;

/** While the server prints tickets, the median time of other reads may grow at most by this factor. */
const mostSlowdownWhilePrinting = 4;

/** Measures how much slower reads are while twenty people download the PDFs of their tickets. */
export function measurePrinting(bench: Bench): Promise<Outcome> {
  // The measured server draws only the requested PDFs. A worker would draw the PDFs for mails, but no worker runs
  // here.
  return withServer(bench, { FOYER_ROLE: 'web' }, async (caller) => {
    const eventId = bench.world.freeEventIds[0] ?? 1;
    const path = `/events/${eventId}`;
    const tickets: { id: number; token: string }[] = [];
    for (const { id, token } of bench.world.people.slice(0, printers)) {
      await caller.call({ method: 'POST', path: `/events/${eventId}/register`, token, json: {} });
      const answer = await caller.call({ path: `/tickets/user/${id}/event/${eventId}`, token });
      for (const ticket of (answer as { tickets: { id: number }[] }).tickets)
        tickets.push({ id: ticket.id, token });
    }
    const read = (seconds: number) => sample(() => caller.call({ path }), { connections: 2, seconds });
    let printed = 0;
    let refused = 0;
    let next = 0;
    const print = async () => {
      const { id, token } = tickets[next++ % printers] ?? { id: 0, token: '' };
      const status = await caller.ask({ path: `/tickets/${id}/pdf`, token });
      if (status === 200) printed += 1;
      else refused += 1;
    };
    const { alone, printing } = await measureInTurn(
      {
        alone: read,
        printing: async (seconds) => {
          const [reads] = await Promise.all([
            read(seconds),
            sample(print, { connections: printers, seconds }),
          ]);
          return reads;
        },
      },
      bench.seconds,
    );
    const slowdown = printing.p50 / alone.p50;
    return {
      lines: [
        `reads alone          ${describe(alone)}`,
        `reads while printing ${describe(printing)}`,
        `${printed} PDFs and ${refused} refusals; the median is ${slowdown.toFixed(1)} times as long`,
      ],
      passed: printing.failures === 0 && slowdown <= mostSlowdownWhilePrinting,
    };
  });
}

const rush = 1000;

/** Every answer, even a refusal, must arrive within this time. */
const longestMs = 15_000;

/**
 * Lets a thousand people register at once, each over a network connection of their own, and reports how long they
 * waited for an answer.
 */
export function measureRush(bench: Bench): Promise<Outcome> {
  return withServer(bench, { FOYER_ROLE: 'web' }, async (caller, foyer) => {
    const eventId = bench.world.freeEventIds[1] ?? 1;
    const path = `/events/${eventId}`;
    await caller.call({ path });
    const crowd = openCaller(foyer.url, rush);
    const heard = await Promise.all(
      bench.world.people.slice(0, rush).map(async ({ token }) => {
        const sent = performance.now();
        const status = await crowd.ask({ method: 'POST', path: `${path}/register`, token, json: {} });
        return { status, ms: performance.now() - sent };
      }),
    );
    await crowd.close();
    const { event } = (await caller.call({ path })) as { event: { attendee_count: number } };
    const placed = heard.filter(({ status }) => status === 201);
    const refused = heard.filter(({ status }) => status === 503);
    return {
      lines: [
        `${placed.length} got a place: ${describeTimes(placed)}`,
        `${refused.length} got a 503: ${describeTimes(refused)}`,
        `${heard.length - placed.length - refused.length} got something else; the event has ${event.attendee_count} places taken`,
      ],
      passed:
        placed.length + refused.length === rush &&
        event.attendee_count === placed.length &&
        heard.every(({ ms }) => ms < longestMs),
    };
  });
}

function describeTimes(answers: { ms: number }[]): string {
  const times = answers.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(0);
  return `half of them within ${at(0.5)} ms, all within ${at(1)} ms`;
}
