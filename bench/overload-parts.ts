import { withServer, type Bench, type Outcome } from './api-parts.ts';
import { describe, measureInTurn, sample } from './load.ts';

const printers = 20;

/** While tickets are printed, the median of other reads may be at most this many times as long. */
const mostSlowdownWhilePrinting = 4;

/** Compares reads alone with reads while twenty people download the PDFs of their tickets. */
export function measurePrinting(bench: Bench): Promise<Outcome> {
  // The server draws only the PDFs of the requests. Those of the mails are drawn by a worker, which does not run here.
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
